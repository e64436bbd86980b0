; A policy for tokens whose URI never changes.

(module non-updatable-uri-policy-v1 GOVERNANCE
  @doc "A token whose URI never changes. Everything else is allowed."

  (implements token-policy-v2)
  (implements updatable-uri-policy-v1)

  (use token-policy-v2 [token-info])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defun enforce-init:bool (token:object{token-info})
    @doc "Allows every token."
    true)

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Allows minting."
    true)

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Allows burning."
    true)

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
    @doc "Always fails."
    (enforce false "Update URI Prohibited"))
)
