"""Cards, rules, deals and scoring; stored sets of deals; pages of the rules."""
