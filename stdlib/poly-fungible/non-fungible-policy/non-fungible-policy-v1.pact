; A policy for tokens of which there is exactly one.

(module non-fungible-policy-v1 GOVERNANCE
  @doc "One whole token, minted once and never burnt."

  (implements token-policy-v2)
  (implements updatable-uri-policy-v1)

  (use token-policy-v2 [token-info])
  (use policy-manager [INIT-CALL MINT-CALL])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defconst POLICY:string (format "{}" [non-fungible-policy-v1])
    "The name under which the policy manager asks this policy.")

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defun enforce-init:bool (token:object{token-info})
    @doc "Fails if TOKEN can be divided."
    (require-capability (INIT-CALL (at "id" token) (at "precision" token) (at "uri" token) POLICY))
    (enforce (= 0 (at "precision" token)) "Precision must be 0"))

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Fails unless this makes the only one of TOKEN."
    (require-capability (MINT-CALL (at "id" token) account amount POLICY))
    (enforce (= amount 1.0) "Mint can only be 1")
    (enforce (= (at "supply" token) 0.0) "Only one mint allowed"))

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Always fails: a token that was burnt could be minted again."
    (enforce false "Burn prohibited"))

  (defun enforce-transfer:bool
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Allows every transfer."
    true)

  (defun enforce-offer:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows every offer."
    true)

  (defun enforce-buy:bool
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Allows every purchase."
    true)

  (defun enforce-withdraw:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows every withdrawal."
    true)

  (defun enforce-update-uri:bool (token:object{token-info} new-uri:string)
    @doc "Allows every URI."
    true)
)
