"""What happens in the hall while a session is played."""
