"""What the reader sees. Nothing in here knows a rule, and nothing outside imports it."""
