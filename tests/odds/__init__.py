"""The price engine against figures, against plain counting and against its own laws."""
