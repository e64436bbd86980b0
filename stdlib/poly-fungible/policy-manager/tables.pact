; The tables of the policy manager.
(create-table policy-manager.ledgers)
(create-table policy-manager.concrete-policies)
(create-table policy-manager.sale-whitelist)
(create-table policy-manager.quotes)
