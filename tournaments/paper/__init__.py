"""Documents, packs, their looks and templates, and the jobs that make their files."""
