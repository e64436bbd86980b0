; The tables of the policy.
(create-table collection-policy-v1.collections)
(create-table collection-policy-v1.tokens)
