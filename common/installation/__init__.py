"""What an installation keeps, for its owner alone: database and documents; archived, backed up, replaced."""
