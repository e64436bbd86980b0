; A token that wallets can hold and transfer. Only its administrators can make new ones.

(namespace "free")
(define-keyset "free.token-admin" (read-keyset "token-admin"))

(module token GOVERNANCE
  @doc "A fungible token."

  (implements fungible-v2)

  (defschema account
    @doc "Under the name of an account: how much it holds, and who controls it."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    guard:guard)

  (deftable accounts:{account})

  (defschema crossing
    @doc "What the first step of a transfer to another chain tells the second one."
    receiver:string
    receiver-guard:guard
    amount:decimal)

  (defconst PRECISION:integer 8
    "The number of decimal places of an amount.")

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows an upgrade."
    (enforce-keyset "free.token-admin"))

  (defcap MINT:bool (account:string amount:decimal)
    @doc "Allows AMOUNT of new tokens for ACCOUNT. Also their event."
    @event
    (enforce-keyset "free.token-admin"))

  (defcap DEBIT:bool (account:string)
    @doc "Allows to take tokens from ACCOUNT."
    (enforce-guard (at "guard" (read accounts account))))

  (defcap CREDIT:bool (account:string)
    @doc "Allows to give tokens to ACCOUNT."
    (enforce (!= account "") "an account needs a name"))

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @managed amount TRANSFER-mgr
    (enforce (!= sender receiver)
      "sender and receiver must be different accounts")
    (enforce-amount amount)
    (compose-capability (DEBIT sender))
    (compose-capability (CREDIT receiver)))

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    (let ((left (- managed requested)))
      (enforce (>= left 0.0) "the signature allows less than this amount")
      left))

  ; ---------------------------------------------------------------------------
  ; Amounts

  (defun precision:integer ()
    PRECISION)

  (defun enforce-unit:bool (amount:decimal)
    (enforce (= amount (floor amount PRECISION))
      "the amount has too many decimal places"))

  (defun enforce-amount:bool (amount:decimal)
    @doc "Fails unless AMOUNT can be transferred."
    (enforce (> amount 0.0) "the amount must be positive")
    (enforce-unit amount))

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun create-account:string (account:string guard:guard)
    (enforce (!= account "") "an account needs a name")
    (enforce-reserved account guard)
    (insert accounts account { "balance": 0.0, "guard": guard }))

  (defun enforce-reserved:bool (account:string guard:guard)
    @doc "A name such as k:KEY belongs to its key, so nobody else can take it."
    (if (is-principal account)
      (enforce (validate-principal guard account)
        "the name belongs to another guard")
      true))

  (defun get-balance:decimal (account:string)
    (at "balance" (read accounts account)))

  (defun details:object{fungible-v2.account-details} (account:string)
    (with-read accounts account
      { "balance" := balance, "guard" := guard }
      { "account": account, "balance": balance, "guard": guard }))

  (defun rotate:string (account:string new-guard:guard)
    (enforce (not (is-principal account))
      "a name such as k:KEY keeps its guard")
    (with-capability (DEBIT account)
      (update accounts account { "guard": new-guard })))

  ; ---------------------------------------------------------------------------
  ; Tokens

  (defun mint:string (account:string guard:guard amount:decimal)
    @doc "Makes AMOUNT of new tokens for ACCOUNT, which is created if it does not exist."
    (enforce-amount amount)
    (with-capability (MINT account amount)
      (with-capability (CREDIT account)
        (credit account guard amount))))

  (defun transfer:string (sender:string receiver:string amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver (at "guard" (read accounts receiver)) amount)))

  (defun transfer-create:string
    (sender:string receiver:string receiver-guard:guard amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver receiver-guard amount)))

  (defpact transfer-crosschain:string
    (sender:string
     receiver:string
     receiver-guard:guard
     target-chain:string
     amount:decimal)
    (step
      (with-capability (DEBIT sender)
        (enforce (!= target-chain (at "chain-id" (chain-data)))
          "this is the target chain")
        (enforce-amount amount)
        (debit sender amount)
        (yield (crossing-of receiver receiver-guard amount) target-chain)))
    (step
      (resume
        { "receiver" := to, "receiver-guard" := guard, "amount" := crossed }
        (with-capability (CREDIT to)
          (credit to guard crossed)))))

  (defun crossing-of:object{crossing}
    (receiver:string receiver-guard:guard amount:decimal)
    { "receiver": receiver
    , "receiver-guard": receiver-guard
    , "amount": amount
    })

  (defun debit:string (account:string amount:decimal)
    (require-capability (DEBIT account))
    (with-read accounts account
      { "balance" := balance }
      (enforce (<= amount balance) "the account holds less than this amount")
      (update accounts account { "balance": (- balance amount) })))

  (defun credit:string (account:string guard:guard amount:decimal)
    (require-capability (CREDIT account))
    (with-default-read accounts account
      { "balance": -1.0, "guard": guard }
      { "balance" := balance, "guard" := present }
      (enforce (= present guard) "the account has another guard")
      (if (< balance 0.0) (enforce-reserved account guard) true)
      (write accounts account
        { "balance": (+ amount (if (< balance 0.0) 0.0 balance))
        , "guard": guard
        })))
)

(create-table accounts)
