"""Reader and printer of the textual form."""
