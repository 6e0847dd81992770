"""The protocol: its schema, its page, and a client that knows nothing else."""
