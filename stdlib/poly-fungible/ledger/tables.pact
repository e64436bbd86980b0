; The tables of the ledger.
(create-table ledger.ledger)
(create-table ledger.tokens)
