"""Games on disk and in a line of letters: records, journals, resume codes."""
