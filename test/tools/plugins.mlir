// RUN: nn-opt %s --load-pass-plugin=%S/Inputs/plugins/shift.py | filecheck %s --check-prefix=READ
// RUN: nn-opt %s --load-dialect-plugin %S/Inputs/plugins/shift.py --drop-shift | filecheck %s --check-prefix=DROPPED
// RUN: nn-opt %s --load-pass-plugin=%S/Inputs/plugins/shift.py -p drop-twice | filecheck %s --check-prefix=DROPPED
// RUN: nn-opt %s --load-dialect-plugin=%S/Inputs/plugins/shift.py --load-pass-plugin=%S/Inputs/plugins/shift.py -p drop-shift | filecheck %s --check-prefix=DROPPED
// RUN: nn-run %s --load-pass-plugin=%S/Inputs/plugins/shift.py -p drop-shift | filecheck %s --check-prefix=VALUES
// RUN: not nn-opt %s 2>&1 | filecheck %s --check-prefix=WITHOUT
// RUN: not nn-opt %s -p drop-shift 2>&1 | filecheck %s --check-prefix=NOPASS
// RUN: not nn-opt %s --load-pass-plugin=nope.py 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not nn-run %s --load-pass-plugin=nope.py 2>&1 | filecheck %s --check-prefix=VALUES-MISSING
// RUN: not nn-opt %s --load-pass-plugin=no.such.module 2>&1 | filecheck %s --check-prefix=NOMODULE
// RUN: not nn-opt %s --load-pass-plugin=%S/Inputs/plugins/empty.py 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: not nn-opt %s --load-pass-plugin=%S/Inputs/plugins/syntax.py 2>&1 | filecheck %s --check-prefix=SYNTAX
// RUN: not nn-opt %s --load-pass-plugin=%S/Inputs/plugins/raises.py 2>&1 | filecheck %s --check-prefix=RAISES
// RUN: not nn-opt %s --load-pass-plugin=%S/Inputs/plugins/wrong.py 2>&1 | filecheck %s --check-prefix=WRONG
// RUN: nn-opt %s --load-pass-plugin=%S/Inputs/plugins/shift.py --load-pass-plugin=%S/Inputs/plugins/ours.py --cse 2>&1 | filecheck %s --check-prefix=OURS
// RUN: not nn-opt %s --load-pass-plugin=%S/Inputs/plugins/shift.py --load-pass-plugin=%S/Inputs/plugins/again.py -p drop-shift 2>&1 | filecheck %s --check-prefix=CLASH

// READ: "plug.shift"(%x) : (tensor<2xf32>) -> tensor<2xf32>
// DROPPED: func.func @shift
// DROPPED-NEXT: func.return %x
// VALUES: 0: float32 2
func.func @shift(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "plug.shift"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}

// WITHOUT: plugins.mlir:{{[0-9]+}}:{{[0-9]+}}: error: operation being parsed with an unregistered dialect
// NOPASS: error: 'drop-shift' does not refer to a registered pass or pass pipeline
// MISSING: nn-opt: error: cannot open plug-in 'nope.py': No such file or directory
// VALUES-MISSING: nn-run: error: cannot open plug-in 'nope.py': No such file or directory
// NOMODULE: no.such.module: error: plug-in cannot be loaded: ModuleNotFoundError: No module named 'no'
// EMPTY: empty.py:1:1: error: defines no PLUGIN, dialect, pass, pipeline, reader or writer
// SYNTAX: syntax.py:2:5: error: invalid syntax
// RAISES: raises.py:3:1: error: plug-in cannot be loaded: RuntimeError: no licence
// WRONG: wrong.py:1:1: error: 'PLUGIN' must be a Plugin, not int
// OURS: nn-opt: warning: plug-in '{{.*}}ours.py': passes 'cse' is nn-opt's own, which is kept
// CLASH: error: passes 'drop-shift' is in two plug-ins: '{{.*}}shift.py' and '{{.*}}again.py'
