"""What can be printed for a class: worksheets, maps, counters, tables, rules, roles."""
