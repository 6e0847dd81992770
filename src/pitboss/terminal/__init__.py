"""A table in the terminal: what is typed, what is shown, a seat here or at a server, in plain lines.

For people, screen readers and pipes; `pitboss play` begins it.
"""
