"""The running house without HTTP: people, limits of play, disputes, operators, history, practice."""
