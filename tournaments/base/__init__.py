"""Who may do what, who looks, what an address names, what was sent once: what every other room stands on."""
