"""The rule author's workbench: a linter and a proof assistant for rewrite rules.

`check` runs all analyses on a set of rules or on files of them, and returns a `Report`. The
analyses are grouped in folders: `sources`, `truth`, `termination`, `confluence`, `unneeded`; the
others are their tools. On the command line it is `penelope check FILE…`; `penelope new ALGEBRA`
writes a file to start from."""

from .completion import Proposal, completed
from .findings import Finding, Severity
from .pipeline import Options, check
from .report import Report

__all__ = ["Finding", "Options", "Proposal", "Report", "Severity", "check", "completed"]
