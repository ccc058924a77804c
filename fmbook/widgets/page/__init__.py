"""What every widget shares with its page: the shell around it, its style, its errors, its lifetime."""
