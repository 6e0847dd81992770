"""A table in the terminal: what is typed, what is shown, a seat here or at a server.

`pitboss play` begins it: on the full screen (`screen`), or in plain lines, for screen readers and pipes
(`game`).
"""
