"""`python -m naqala` is the command `naqala`."""

import sys

from naqala.cli import main

if __name__ == "__main__":
    sys.exit(main())
