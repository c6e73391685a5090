"""How the site is built: `python -m sphinx -W docs docs/_build` (after `pip install '.[docs]'`)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "penelope-rewrite"
author = "the authors of penelope-rewrite"
html_title = "Penelope"

extensions = ["myst_parser", "sphinx.ext.autodoc", "public_names", "gallery_pictures"]
exclude_patterns = ["_build"]
nitpicky = False
html_theme = "furo"
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["wrap.css"]

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
default_role = "code"  # docstrings here write `simplify`, as Markdown does
