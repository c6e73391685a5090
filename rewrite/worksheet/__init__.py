"""Worksheets: plain text files of declarations and commands, easy to read for an engineer."""
