"""How the database came to its shape: one file per change, never edited after it has shipped."""
