"""Data of this installation as a whole: files, archives, backups. Health of its machine."""
