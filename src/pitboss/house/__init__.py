"""The running house without HTTP: its people, what they sign in with, and the limits of their play."""
