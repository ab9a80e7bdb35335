"""The games themselves, each a `GameVariant` and its state, listed by `registry`."""
