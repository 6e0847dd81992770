"""Facts become sentences here, last of all: one module for each subject; nobody takes them apart again."""
