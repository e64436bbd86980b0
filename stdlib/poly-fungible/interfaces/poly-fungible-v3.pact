; What wallets, marketplaces and other contracts rely on in a ledger of many tokens.

(interface poly-fungible-v3
  @doc "Amounts of many tokens, each with an id, held in guarded accounts."

  (defschema account-details
    @doc "What is known about an account of a token."
    @model [(invariant (!= id "")) (invariant (!= account "")) (invariant (>= balance 0.0))]
    id:string
    account:string
    balance:decimal
    guard:guard)

  (defschema sender-balance-change
    @doc "The balance of an account that gives, before and after."
    account:string
    previous:decimal
    current:decimal)

  (defschema receiver-balance-change
    @doc "The balance of an account that receives, before and after."
    account:string
    previous:decimal
    current:decimal)

  (defcap TRANSFER:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Allows transfers of AMOUNT of token ID in total from SENDER to RECEIVER. As an event, also \
         \tells of offers, sales and withdrawals."
    @managed amount TRANSFER-mgr)

  (defcap XTRANSFER:bool
    (id:string sender:string receiver:string target-chain:string amount:decimal)
    @doc "Allows transfers of AMOUNT of token ID in total to RECEIVER on TARGET-CHAIN."
    @managed amount TRANSFER-mgr)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed.")

  (defcap SUPPLY:bool (id:string supply:decimal)
    @doc "The event of a supply that has changed to SUPPLY."
    @event)

  (defcap ACCOUNT_GUARD:bool (id:string account:string guard:guard)
    @doc "The event of an account that has been created with GUARD."
    @event)

  (defcap RECONCILE:bool
    (token-id:string
     amount:decimal
     sender:object{sender-balance-change}
     receiver:object{receiver-balance-change})
    @doc "The event of every change of balances. The account of the sender is empty if tokens are \
         \minted, that of the receiver if they are burnt."
    @event)

  (defun precision:integer (id:string)
    @doc "Returns the number of decimal places that an amount of token ID may have.")

  (defun enforce-unit:bool (id:string amount:decimal)
    @doc "Fails if AMOUNT has too many decimal places for token ID.")

  (defun mint:bool (id:string account:string guard:guard amount:decimal)
    @doc "Makes AMOUNT of token ID for ACCOUNT, which is created with GUARD if it does not exist."
    @model [(property (!= id "")) (property (!= account "")) (property (>= amount 0.0))])

  (defun burn:bool (id:string account:string amount:decimal)
    @doc "Destroys AMOUNT of token ID of ACCOUNT."
    @model [(property (!= id "")) (property (!= account "")) (property (>= amount 0.0))])

  (defun create-account:bool (id:string account:string guard:guard)
    @doc "Creates ACCOUNT for token ID with balance 0.0, controlled by GUARD."
    @model [(property (!= id "")) (property (!= account ""))])

  (defun get-balance:decimal (id:string account:string)
    @doc "Returns how much of token ID the account has. Fails if it does not exist.")

  (defun details:object{account-details} (id:string account:string)
    @doc "Returns what is known about ACCOUNT of token ID. Fails if it does not exist.")

  (defun transfer:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Transfers AMOUNT of token ID. Both accounts must exist."
    @model [(property (> amount 0.0))
            (property (!= id ""))
            (property (!= sender ""))
            (property (!= receiver ""))
            (property (!= sender receiver))])

  (defun transfer-create:bool
    (id:string sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT of token ID, and creates RECEIVER with RECEIVER-GUARD if it does not \
         \exist. If it exists, RECEIVER-GUARD must be its guard."
    @model [(property (> amount 0.0))
            (property (!= id ""))
            (property (!= sender ""))
            (property (!= receiver ""))
            (property (!= sender receiver))])

  (defpact transfer-crosschain:bool
    (id:string
     sender:string
     receiver:string
     receiver-guard:guard
     target-chain:string
     amount:decimal)
    @doc "Transfers AMOUNT of token ID to RECEIVER on TARGET-CHAIN."
    @model [(property (> amount 0.0))
            (property (!= id ""))
            (property (!= sender ""))
            (property (!= receiver ""))
            (property (!= target-chain ""))])

  (defun total-supply:decimal (id:string)
    @doc "Returns how much of token ID exists, or 0.0 if there is no such token.")

  (defun get-uri:string (id:string)
    @doc "Returns the URI of what token ID stands for.")

  (defcap SALE:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "The event of an offer. Held while the offered amount goes to escrow."
    @event)

  (defpact sale:string (id:string seller:string amount:decimal timeout:integer)
    @doc "Sells AMOUNT of token ID: step 0 offers it, step 1 sells it to the \"buyer\" of the \
         \transaction data, whose account has the guard \"buyer-guard\". Once TIMEOUT has passed, \
         \rolling step 0 back withdraws the offer.")
)
