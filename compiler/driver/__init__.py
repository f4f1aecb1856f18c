"""The main of `nn-opt`: options, pipelines and diagnostics."""
