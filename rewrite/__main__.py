"""`python -m rewrite` is the `penelope` command."""

import sys

from .cli.command_line import main

sys.exit(main())
