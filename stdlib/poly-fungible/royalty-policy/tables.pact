; The tables of the policy.
(create-table royalty-policy-v1.royalties)
