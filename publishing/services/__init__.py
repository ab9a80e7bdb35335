"""Changes of shared events: pair, publish, receive, take, hand back."""
