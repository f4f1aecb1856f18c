irdl.dialect @mine {
  irdl.operation @op {
    %0 = irdl.base "!builtin.integer"
  }
}
