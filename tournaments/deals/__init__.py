"""Étuis of an event: dealing, import, recording, proofs, and access to cards through one module (`door`)."""
