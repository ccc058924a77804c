"""How rules are written, put together and applied: what is legal, why not, and what an order brings about."""
