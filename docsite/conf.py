"""What Sphinx is told about the site."""

from __future__ import annotations

from pitboss import __version__

project = "Pitboss"
author = "Pitboss contributors"
copyright = "Pitboss contributors"  # noqa: A001 - Sphinx calls it so
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 6
myst_enable_extensions = ["strikethrough"]
suppress_warnings = ["misc.highlighting_failure"]  # a language without colours is no fault of a page
exclude_patterns = ["files/**"]
highlight_language = "none"
default_role = "code"  # one backtick in a docstring, as in Markdown

autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries = False
# Types in signatures need no page of their own; everything else that is referred to must be there.
nitpick_ignore_regex = [(r"py:(class|obj|data|exc|meth|attr|func|mod)", r".*")]

html_theme = "furo"
html_title = "Pitboss"
html_static_path = ["static"]
html_css_files = ["house.css"]
html_js_files = ["house.js"]
html_favicon = "static/spade.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = True
html_last_updated_fmt = None
html_theme_options = {
    "sidebar_hide_name": False,
    "top_of_page_buttons": [],
    "light_css_variables": {
        "color-brand-primary": "#0e5a48",
        "color-brand-content": "#0e5a48",
        "color-brand-visited": "#0e5a48",
        "color-background-primary": "#faf8f3",
        "color-background-secondary": "#f3efe4",
        "color-foreground-secondary": "#4a5256",
        "color-foreground-muted": "#555d61",
    },
    "dark_css_variables": {
        "color-brand-primary": "#ffe9a8",
        "color-brand-content": "#ffe9a8",
        "color-brand-visited": "#ffe9a8",
        "color-background-primary": "#14181b",
        "color-background-secondary": "#1a1f23",
        "color-foreground-secondary": "#b9bfc2",
        "color-foreground-muted": "#a7adb0",
    },
    "footer_icons": [],
}
