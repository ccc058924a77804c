"""What pupils and a teacher see of a class beside its plain pages: the desk of a seat, and all tables."""
