"""`python -m rewrite` is the `penelope` command."""

import sys

from .cli import main

sys.exit(main())
