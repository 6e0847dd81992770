"""The PAR sheet: its content, its page, its rows, its command."""
