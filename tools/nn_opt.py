"""`nn-opt`: reads a model, runs a pipeline of passes over it, writes what results."""

import sys

from ..compiler.driver.main import main

if __name__ == "__main__":
    sys.exit(main())
