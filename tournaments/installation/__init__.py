"""What this installation keeps as a whole: files, archives, backups; health of its machine."""
