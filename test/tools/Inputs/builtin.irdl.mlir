irdl.dialect @builtin {
  irdl.type @complex
}
