"""Who may do what, who looks, what an address names, what shows, forms carried out once; hot queries."""
