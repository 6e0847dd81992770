"""The law, clause by clause: each test carries the id of the clause it holds the product to."""
