"""The games themselves: a `GameVariant` and a state for each. `registry` lists them."""
