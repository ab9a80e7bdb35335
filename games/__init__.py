"""Cards, rules, deals, bots and online rooms."""
