irdl.dialect @mine {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @mine::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
}
