"""Everything written about the rules: searched, traced to code and tests, compared, and checked."""
