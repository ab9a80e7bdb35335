"""Étuis of an event: dealt, imported, recorded, read through one module (`door`), proved."""
