; The rules of a token: what every module does that decides what may be done with tokens.

(interface token-policy-v2
  @doc "Rules of tokens. The ledger asks each policy of a token before it does anything."

  (defschema token-info
    @doc "A token, as it is before the operation."
    id:string
    supply:decimal
    precision:integer
    uri:string
    policies:[module{token-policy-v2}])

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Decides whether AMOUNT of TOKEN may be made for ACCOUNT."
    @model [(property (!= account "")) (property (> amount 0.0))])

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Decides whether AMOUNT of TOKEN of ACCOUNT may be destroyed."
    @model [(property (!= account "")) (property (> amount 0.0))])

  (defun enforce-init:bool (token:object{token-info})
    @doc "Decides whether TOKEN may be created, and stores what the policy must know of it.")

  (defun enforce-offer:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Decides whether SELLER may offer AMOUNT of TOKEN.")

  (defun enforce-buy:bool
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Decides whether BUYER may buy what SELLER has offered.")

  (defun enforce-withdraw:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Decides whether the offer of SELLER may be withdrawn.")

  (defun enforce-transfer:bool
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Decides whether SENDER, whose guard is GUARD, may transfer AMOUNT of TOKEN to RECEIVER.")
)
