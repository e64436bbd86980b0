; A fungible token: accounts, transfers within a chain and across chains, a supply that an issuer changes.
;
; Who owns what:
;   GOVERNANCE   the keyset token-admin replaces the module
;   MINT         the keyset token-issuer makes new tokens
;   DEBIT        the guard of an account lets tokens leave it
;   CREDIT       granted by the module only, so that nobody credits out of nothing

(module token GOVERNANCE
  @doc "A fungible token."

  (implements fungible-token-v1)

  (defconst ADMIN:string "token-admin")
  (defconst ISSUER:string "token-issuer")

  (defconst PRECISION:integer 12)

  (defconst NAME-LENGTH-MIN:integer 3)
  (defconst NAME-LENGTH-MAX:integer 256)

  (defconst SUPPLY-KEY:string "supply"
    "The one row of the table of the supply.")

  (defschema holding
    @doc "One row for an account, under its name."
    balance:decimal
    guard:guard)

  (deftable holdings:{holding})

  (defschema amount-issued
    @doc "How much exists on this chain."
    amount:decimal)

  (deftable supplies:{amount-issued})

  (defschema crossing
    @doc "What the first step of a transfer across chains hands to the second."
    receiver:string
    receiver-guard:guard
    amount:decimal
    source-chain:string)

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    (enforce-keyset ADMIN))

  (defcap DEBIT:bool (sender:string)
    @doc "Tokens may leave SENDER."
    (enforce-guard (at "guard" (read holdings sender))))

  (defcap CREDIT:bool (receiver:string)
    @doc "Tokens may enter RECEIVER."
    (enforce-account-name receiver))

  (defcap SUPPLY:bool ()
    @doc "The supply may change."
    true)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @managed amount TRANSFER-REST
    (enforce (!= sender receiver) "Sender and receiver are the same account")
    (enforce-amount amount)
    (compose-capability (DEBIT sender))
    (compose-capability (CREDIT receiver)))

  (defcap TRANSFER-ACROSS:bool (sender:string receiver:string target-chain:string amount:decimal)
    @doc "Tokens leave for another chain."
    @managed amount TRANSFER-REST
    (enforce (!= "" target-chain) "The target chain has no name")
    (enforce (!= (this-chain) target-chain) "The target chain is this chain")
    (enforce-account-name receiver)
    (enforce-amount amount)
    (compose-capability (DEBIT sender))
    (compose-capability (SUPPLY)))

  (defcap ARRIVED:bool (receiver:string source-chain:string amount:decimal)
    @doc "Tokens have come from another chain."
    @event
    (compose-capability (CREDIT receiver))
    (compose-capability (SUPPLY)))

  (defcap MINT:bool (receiver:string amount:decimal)
    @doc "The issuer makes new tokens."
    @event
    (enforce-keyset ISSUER)
    (enforce-amount amount)
    (compose-capability (CREDIT receiver))
    (compose-capability (SUPPLY)))

  (defcap BURN:bool (sender:string amount:decimal)
    @doc "The owner destroys tokens."
    @managed amount TRANSFER-REST
    (enforce-amount amount)
    (compose-capability (DEBIT sender))
    (compose-capability (SUPPLY)))

  (defcap ROTATE:bool (account:string)
    @doc "The owner hands the account over, once."
    @managed
    (enforce-guard (at "guard" (read holdings account))))

  (defcap ACCOUNT-OPENED:bool (account:string guard:guard)
    @doc "Announces an account."
    @event
    true)

  (defun TRANSFER-REST:decimal (granted:decimal requested:decimal)
    (enforce (<= requested granted)
      (format "{} were granted, {} are asked for" [granted requested]))
    (- granted requested))

  ; ---------------------------------------------------------------------------
  ; Transfers

  (defun transfer:string (sender:string receiver:string amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver (at "guard" (read holdings receiver)) amount)))

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver receiver-guard amount)))

  (defpact transfer-across
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)

    (step
      (with-capability (TRANSFER-ACROSS sender receiver target-chain amount)
        (debit sender amount)
        (change-supply (- amount))
        (let ((luggage:object{crossing}
                { "receiver": receiver
                , "receiver-guard": receiver-guard
                , "amount": amount
                , "source-chain": (this-chain)
                }))
          (yield luggage target-chain))))

    (step
      (resume
        { "receiver" := its-receiver
        , "receiver-guard" := its-guard
        , "amount" := its-amount
        , "source-chain" := its-source
        }
        (with-capability (ARRIVED its-receiver its-source its-amount)
          (change-supply its-amount)
          (credit its-receiver its-guard its-amount)))))

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun create-account:string (account:string guard:guard)
    (enforce-account-name account)
    (enforce-principal account guard)
    (insert holdings account { "balance": 0.0, "guard": guard })
    (emit-event (ACCOUNT-OPENED account guard))
    (format "Account {} created" [account]))

  (defun rotate:string (account:string new-guard:guard)
    (with-capability (ROTATE account)
      (enforce-principal account new-guard)
      (update holdings account { "guard": new-guard })))

  (defun get-balance:decimal (account:string)
    (at "balance" (read holdings account)))

  (defun details:object{fungible-token-v1.account-details} (account:string)
    (with-read holdings account
      { "balance" := balance, "guard" := guard }
      { "account": account, "balance": balance, "guard": guard }))

  ; ---------------------------------------------------------------------------
  ; Supply

  (defun mint:string (receiver:string receiver-guard:guard amount:decimal)
    @doc "Makes AMOUNT new tokens for RECEIVER, whose account is opened where needed."
    (with-capability (MINT receiver amount)
      (change-supply amount)
      (credit receiver receiver-guard amount)))

  (defun burn:string (sender:string amount:decimal)
    @doc "Destroys AMOUNT of the tokens of SENDER."
    (with-capability (BURN sender amount)
      (change-supply (- amount))
      (debit sender amount)))

  (defun get-supply:decimal ()
    @doc "How much exists on this chain."
    (with-default-read supplies SUPPLY-KEY
      { "amount": 0.0 }
      { "amount" := amount }
      amount))

  ; ---------------------------------------------------------------------------
  ; Rules

  (defun precision:integer ()
    PRECISION)

  (defun enforce-unit:bool (amount:decimal)
    (enforce (= amount (floor amount PRECISION))
      (format "{} has more than {} decimal places" [amount PRECISION])))

  (defun enforce-amount:bool (amount:decimal)
    @doc "Fails where AMOUNT cannot be moved."
    (enforce (> amount 0.0) "The amount must be positive")
    (enforce-unit amount))

  (defun enforce-account-name:bool (account:string)
    @doc "Fails where ACCOUNT cannot be the name of an account."
    (enforce (is-charset CHARSET_LATIN1 account)
      (format "{} has characters outside Latin-1" [account]))
    (let ((size (length account)))
      (enforce (and (>= size NAME-LENGTH-MIN) (<= size NAME-LENGTH-MAX))
        (format "The name of an account has {} to {} characters"
          [NAME-LENGTH-MIN NAME-LENGTH-MAX]))))

  (defun enforce-principal:bool (account:string guard:guard)
    @doc "Names of the form that principals have belong to the guard that they are made from."
    (if (= ":" (take 1 (drop 1 account)))
      (enforce (validate-principal guard account)
        (format "{} is reserved for another guard" [account]))
      true))

  ; ---------------------------------------------------------------------------
  ; Only with the capabilities above

  (defun debit:string (sender:string amount:decimal)
    @doc "Takes AMOUNT out of SENDER."
    (require-capability (DEBIT sender))
    (with-read holdings sender
      { "balance" := balance }
      (enforce (<= amount balance)
        (format "{} has {}, and {} are needed" [sender balance amount]))
      (update holdings sender { "balance": (- balance amount) })))

  (defun credit:string (receiver:string guard:guard amount:decimal)
    @doc "Puts AMOUNT into RECEIVER, and opens it where it does not exist."
    (require-capability (CREDIT receiver))
    (with-default-read holdings receiver
      { "balance": -1.0, "guard": guard }
      { "balance" := balance, "guard" := present-guard }
      (enforce (= guard present-guard) (format "{} has another guard" [receiver]))
      (let ((is-new (< balance 0.0)))
        (if is-new (create-account receiver guard) "the account exists")
        (update holdings receiver { "balance": (+ amount (if is-new 0.0 balance)) }))))

  (defun change-supply:string (difference:decimal)
    @doc "Adds DIFFERENCE, which may be negative, to what exists on this chain."
    (require-capability (SUPPLY))
    (write supplies SUPPLY-KEY { "amount": (+ (get-supply) difference) }))

  (defun this-chain:string ()
    @doc "The chain that this runs on."
    (at "chain-id" (chain-data)))
)

(create-table holdings)
(create-table supplies)
