"""Worksheets: plain text files of declarations and commands, that a mechanician reads at sight."""
