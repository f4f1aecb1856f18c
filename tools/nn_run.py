"""The command `nn-run`."""

import sys

from ..compiler.driver.evaluate import main

if __name__ == "__main__":
    sys.exit(main())
