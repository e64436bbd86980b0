; The tables of the policy.
(create-table guard-policy-v1.policy-guards)
