"""What operating systems do differently: one module per concern, each with what takes its place elsewhere."""
