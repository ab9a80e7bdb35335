"""Documents, packs, their looks and templates, and how they are made in the background."""
