; What the policy manager needs of a ledger: the capabilities that the ledger holds while it asks policies. The policy manager
; answers nobody else.

(interface ledger-v2
  @doc "The capabilities that a ledger holds while it asks the policies of a token."

  (defcap INIT-CALL:bool (id:string precision:integer uri:string)
    @doc "Held while policies are asked about creating a token.")

  (defcap TRANSFER-CALL:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Held while policies are asked about a transfer.")

  (defcap MINT-CALL:bool (id:string account:string amount:decimal)
    @doc "Held while policies are asked about minting.")

  (defcap BURN-CALL:bool (id:string account:string amount:decimal)
    @doc "Held while policies are asked about burning.")

  (defcap OFFER-CALL:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Held while policies are asked about an offer.")

  (defcap WITHDRAW-CALL:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Held while policies are asked about withdrawing an offer.")

  (defcap BUY-CALL:bool (id:string seller:string buyer:string amount:decimal sale-id:string)
    @doc "Held while policies are asked about a purchase.")

  (defcap UPDATE-URI-CALL:bool (id:string new-uri:string)
    @doc "Held while policies are asked about a new URI.")
)
