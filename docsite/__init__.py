"""The documentation as a site: the Markdown of `docs/`, set by Sphinx; `python -m docsite` builds it.

The pages stay plain Markdown that a code host shows too. What a site needs beyond that is made here, in a
staging folder: the table of contents from the lists of `docs/index.md`, the reference from docstrings, the
commands' help and the schemas, and links to files outside of `docs/`.
"""
