; A ledger of many tokens. Each token has an id, which says who may create it, and policies, which say what may be done with it.
;
; The policies are asked first. While they run, this module holds capabilities that only tell them who asks: those that change
; balances (CREDIT, DEBIT, UPDATE_SUPPLY) are acquired afterwards, and no code of other modules runs while they are held.

(module ledger GOVERNANCE
  @doc "Amounts of many tokens, with policies that decide what may be done with them."

  (implements poly-fungible-v3)
  (implements ledger-v2)

  (use poly-fungible-v3 [account-details sender-balance-change receiver-balance-change])
  (use token-policy-v2 [token-info])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defconst VERSION:integer 1
    "The version of all tokens: those whose URI can change if their policies agree.")

  (defconst MAXIMUM_PRECISION:integer 255
    "The highest precision: decimals have no more places.")

  ; ---------------------------------------------------------------------------
  ; Tables

  (deftable ledger:{account-details}
    @doc "Accounts, by `key`.")

  (defschema token-schema
    @doc "A token, under its id."
    @model [(invariant (>= supply 0.0)) (invariant (>= precision 0))]
    id:string
    uri:string
    precision:integer
    supply:decimal
    policies:[module{token-policy-v2}])

  (deftable tokens:{token-schema})

  (defschema token-details
    @doc "What the id of a token is made from, beside its creation guard and the chain."
    uri:string
    precision:integer
    policies:[module{token-policy-v2}])

  ; ---------------------------------------------------------------------------
  ; Capabilities that signers scope signatures to

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defcap TRANSFER:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Allows transfers of AMOUNT of token ID in total from SENDER to RECEIVER. As an event, also \
         \tells of offers, sales and withdrawals."
    @managed amount TRANSFER-mgr
    (enforce-unit id amount)
    (enforce (> amount 0.0) "Amount must be positive")
    (compose-capability (DEBIT id sender))
    (compose-capability (CREDIT id receiver)))

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed."
    (let ((rest (- managed requested)))
      (enforce (>= rest 0.0) (format "TRANSFER exceeded for balance {}" [managed]))
      rest))

  (defcap XTRANSFER:bool
    (id:string sender:string receiver:string target-chain:string amount:decimal)
    @doc "Never granted: tokens stay on their chain."
    @managed amount TRANSFER-mgr
    (enforce false "cross chain not supported"))

  (defcap CREATE-TOKEN:bool (id:string creation-guard:guard)
    @doc "Allows creating token ID. Its creation guard must pass."
    (enforce-guard creation-guard))

  (defcap MINT:bool (id:string account:string amount:decimal)
    @doc "Allows making AMOUNT of token ID for ACCOUNT, once, if its policies agree."
    @managed
    (enforce (< 0.0 amount) "Amount must be positive")
    (compose-capability (CREDIT id account))
    (compose-capability (UPDATE_SUPPLY)))

  (defcap BURN:bool (id:string account:string amount:decimal)
    @doc "Allows destroying AMOUNT of token ID of ACCOUNT, once, if its policies agree."
    @managed
    (enforce (< 0.0 amount) "Amount must be positive")
    (compose-capability (DEBIT id account))
    (compose-capability (UPDATE_SUPPLY)))

  (defcap UPDATE-URI:bool (token-id:string new-uri:string)
    @doc "Allows changing the URI of a token, once, if its policies agree."
    @managed
    true)

  (defcap OFFER:bool (id:string seller:string amount:decimal timeout:integer)
    @doc "Allows SELLER to offer AMOUNT of token ID, once."
    @managed
    (enforce (sale-active timeout) "SALE: invalid timeout")
    (compose-capability (DEBIT id seller))
    (compose-capability (CREDIT id (sale-account))))

  (defcap WITHDRAW:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows withdrawing an offer: anyone after TIMEOUT, or the seller if TIMEOUT is 0."
    @managed
    (compose-capability (SALE_PRIVATE sale-id))
    (if (= 0 timeout)
      (enforce-guard (account-guard id seller))
      (enforce (not (sale-active timeout)) "WITHDRAW: still active"))
    (compose-capability (DEBIT id (sale-account)))
    (compose-capability (CREDIT id seller)))

  (defcap BUY:bool (id:string seller:string buyer:string amount:decimal sale-id:string)
    @doc "Allows BUYER to buy what is offered, if the policies agree."
    @managed
    (compose-capability (SALE_PRIVATE sale-id))
    (compose-capability (DEBIT id (sale-account)))
    (compose-capability (CREDIT id buyer)))

  ; ---------------------------------------------------------------------------
  ; Events

  (defcap TOKEN:bool
    (id:string precision:integer policies:[module{token-policy-v2}] uri:string creation-guard:guard)
    @doc "The event of a new token."
    @event
    true)

  (defcap SUPPLY:bool (id:string supply:decimal)
    @doc "The event of a supply that has changed to SUPPLY."
    @event
    true)

  (defcap ACCOUNT_GUARD:bool (id:string account:string guard:guard)
    @doc "The event of an account that has been created with GUARD."
    @event
    true)

  (defcap RECONCILE:bool
    (token-id:string
     amount:decimal
     sender:object{sender-balance-change}
     receiver:object{receiver-balance-change})
    @doc "The event of every change of balances. The account of the sender is empty if tokens are \
         \minted, that of the receiver if they are burnt."
    @event
    true)

  (defcap SALE:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "The event of an offer. Held while the offered amount goes to escrow."
    @event
    (enforce (> amount 0.0) "Amount must be positive")
    (compose-capability (OFFER id seller amount timeout))
    (compose-capability (SALE_PRIVATE sale-id)))

  ; ---------------------------------------------------------------------------
  ; Capabilities that this module grants to itself

  (defcap DEBIT:bool (id:string sender:string)
    @doc "Allows taking from SENDER. Its guard must pass."
    (enforce-guard (account-guard id sender)))

  (defcap CREDIT:bool (id:string receiver:string)
    @doc "Allows giving to RECEIVER."
    true)

  (defcap UPDATE_SUPPLY:bool ()
    @doc "Allows changing a supply."
    true)

  (defcap SALE_PRIVATE:bool (sale-id:string)
    @doc "Allows moving what is in the escrow of a sale. The guard of the escrow asks for it."
    true)

  (defcap INIT-CALL:bool (id:string precision:integer uri:string)
    @doc "Held while policies are asked about creating a token."
    true)

  (defcap TRANSFER-CALL:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Held while policies are asked about a transfer."
    true)

  (defcap MINT-CALL:bool (id:string account:string amount:decimal)
    @doc "Held while policies are asked about minting."
    true)

  (defcap BURN-CALL:bool (id:string account:string amount:decimal)
    @doc "Held while policies are asked about burning."
    true)

  (defcap UPDATE-URI-CALL:bool (id:string new-uri:string)
    @doc "Held while policies are asked about a new URI."
    true)

  (defcap OFFER-CALL:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Held while policies are asked about an offer."
    true)

  (defcap WITHDRAW-CALL:bool (id:string seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Held while policies are asked about withdrawing an offer."
    true)

  (defcap BUY-CALL:bool (id:string seller:string buyer:string amount:decimal sale-id:string)
    @doc "Held while policies are asked about a purchase."
    true)

  ; ---------------------------------------------------------------------------
  ; Tokens

  (defun create-token:bool
    (id:string precision:integer uri:string policies:[module{token-policy-v2}] creation-guard:guard)
    @doc "Creates a token. ID must be what `create-token-id` makes of the other arguments, and \
         \CREATION-GUARD must pass."
    (enforce-uri-reserved uri)
    (enforce (and (>= precision 0) (<= precision MAXIMUM_PRECISION))
      (format "Precision must be between 0 and {}" [MAXIMUM_PRECISION]))
    (enforce-token-reserved id
      { "uri": uri, "precision": precision, "policies": policies }
      creation-guard)
    (with-capability (INIT-CALL id precision uri)
      (policy-manager.enforce-init
        { "id": id, "supply": 0.0, "precision": precision, "uri": uri, "policies": policies }))
    (with-capability (CREATE-TOKEN id creation-guard)
      (insert tokens id
        { "id": id, "uri": uri, "precision": precision, "supply": 0.0, "policies": policies })
      (emit-event (TOKEN id precision policies uri creation-guard))))

  (defun update-uri:bool (id:string new-uri:string)
    @doc "Changes the URI of a token."
    (with-capability (UPDATE-URI-CALL id new-uri)
      (policy-manager.enforce-update-uri (get-token-info id) new-uri))
    (with-capability (UPDATE-URI id new-uri)
      (update tokens id { "uri": new-uri }))
    true)

  (defun create-token-id:string (token-details:object{token-details} creation-guard:guard)
    @doc "Returns the id of a token. Only CREATION-GUARD can create it, and only on this chain."
    (format "t:{}"
      [(hash [(format "{}" [token-details]) (at "chain-id" (chain-data)) creation-guard])]))

  (defun check-reserved:string (token-id:string)
    @doc "Returns the letter before the colon of a name such as \"t:...\", or an empty string."
    (if (= ":" (drop 1 (take 2 token-id))) (take 1 token-id) ""))

  (defun enforce-token-reserved:bool
    (token-id:string token-details:object{token-details} creation-guard:guard)
    @doc "Fails if TOKEN-ID is not the id of the token."
    (let ((protocol (check-reserved token-id)))
      (enforce (= protocol "t") (format "Unrecognized reserved protocol: {}" [protocol]))
      (enforce (= token-id (create-token-id token-details creation-guard))
        "Token protocol violation")))

  (defun enforce-uri-reserved:bool (uri:string)
    @doc "Fails if URI is one that nobody may use."
    (enforce (!= "marmalade:" (take 10 uri)) "Reserved protocol: marmalade:"))

  (defun get-token-info:object{token-info} (id:string)
    @doc "Returns what policies are told about a token."
    (with-read tokens id
      { "supply" := supply, "precision" := precision, "uri" := uri, "policies" := policies }
      { "id": id, "supply": supply, "precision": precision, "uri": uri, "policies": policies }))

  (defun total-supply:decimal (id:string)
    @doc "Returns how much of token ID exists, or 0.0 if there is no such token."
    (with-default-read tokens id { "supply": 0.0 } { "supply" := supply } supply))

  (defun precision:integer (id:string)
    @doc "Returns the number of decimal places that an amount of token ID may have."
    (with-read tokens id { "precision" := precision } precision))

  (defun get-uri:string (id:string)
    @doc "Returns the URI of what token ID stands for."
    (with-read tokens id { "uri" := uri } uri))

  (defun get-version:integer (id:string)
    @doc "Returns the version of token ID, which must exist."
    (with-read tokens id { "id" := _ } VERSION))

  (defun enforce-unit:bool (id:string amount:decimal)
    @doc "Fails if AMOUNT has too many decimal places for token ID."
    (enforce (= (truncate id amount) amount) "precision violation"))

  (defun truncate:decimal (id:string amount:decimal)
    @doc "Returns AMOUNT without the decimal places that are too many for token ID."
    (floor amount (precision id)))

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun key:string (id:string account:string)
    @doc "Returns the key of the row of an account."
    (format "{}:{}" [id account]))

  (defun create-account:bool (id:string account:string guard:guard)
    @doc "Creates ACCOUNT for token ID with balance 0.0. It must be the principal of GUARD."
    (enforce-reserved account guard)
    (insert ledger (key id account)
      { "id": id, "account": account, "balance": 0.0, "guard": guard })
    (emit-event (ACCOUNT_GUARD id account guard)))

  (defun enforce-reserved:bool (account:string guard:guard)
    @doc "Fails if ACCOUNT is not the principal of GUARD."
    (enforce (validate-principal guard account) "Incorrect account guard"))

  (defun get-balance:decimal (id:string account:string)
    @doc "Returns how much of token ID the account has. Fails if it does not exist."
    (at "balance" (read ledger (key id account))))

  (defun details:object{account-details} (id:string account:string)
    @doc "Returns what is known about ACCOUNT of token ID. Fails if it does not exist."
    (read ledger (key id account)))

  (defun account-guard:guard (id:string account:string)
    @doc "Returns the guard of an account, which must exist."
    (at "guard" (read ledger (key id account))))

  ; ---------------------------------------------------------------------------
  ; Minting, burning, transfers

  (defun mint:bool (id:string account:string guard:guard amount:decimal)
    @doc "Makes AMOUNT of token ID for ACCOUNT, which is created with GUARD if it does not exist."
    (with-capability (MINT-CALL id account amount)
      (policy-manager.enforce-mint (get-token-info id) account guard amount))
    (with-capability (MINT id account amount)
      (let ((receiver (credit id account guard amount))
            (sender:object{sender-balance-change}
              { "account": "", "previous": 0.0, "current": 0.0 }))
        (emit-event (RECONCILE id amount sender receiver))
        (update-supply id amount))))

  (defun burn:bool (id:string account:string amount:decimal)
    @doc "Destroys AMOUNT of token ID of ACCOUNT."
    (with-capability (BURN-CALL id account amount)
      (policy-manager.enforce-burn (get-token-info id) account amount))
    (with-capability (BURN id account amount)
      (let ((sender (debit id account amount))
            (receiver:object{receiver-balance-change}
              { "account": "", "previous": 0.0, "current": 0.0 }))
        (emit-event (RECONCILE id amount sender receiver))
        (update-supply id (- amount)))))

  (defun transfer:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Transfers AMOUNT of token ID. Both accounts must exist."
    (enforce-valid-transfer id sender receiver amount)
    (with-capability (TRANSFER-CALL id sender receiver amount)
      (policy-manager.enforce-transfer
        (get-token-info id)
        sender
        (account-guard id sender)
        receiver
        amount))
    (with-capability (TRANSFER id sender receiver amount)
      (move id sender receiver (account-guard id receiver) amount)))

  (defun transfer-create:bool
    (id:string sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT of token ID, and creates RECEIVER with RECEIVER-GUARD if it does not \
         \exist."
    (enforce-valid-transfer id sender receiver amount)
    (with-capability (TRANSFER-CALL id sender receiver amount)
      (policy-manager.enforce-transfer
        (get-token-info id)
        sender
        (account-guard id sender)
        receiver
        amount))
    (with-capability (TRANSFER id sender receiver amount)
      (move id sender receiver receiver-guard amount)))

  (defpact transfer-crosschain:bool
    (id:string
     sender:string
     receiver:string
     receiver-guard:guard
     target-chain:string
     amount:decimal)
    @doc "Always fails: tokens stay on their chain."
    (step (enforce false "cross chain not supported")))

  (defun enforce-valid-transfer:bool (id:string sender:string receiver:string amount:decimal)
    @doc "Fails if this cannot be a transfer of token ID, whoever signs it."
    (enforce (!= sender receiver) "sender cannot be the receiver of a transfer")
    (enforce (> amount 0.0) "Positive non-zero amount")
    (enforce-unit id amount))

  ; ---------------------------------------------------------------------------
  ; Sales

  (defpact sale:string (id:string seller:string amount:decimal timeout:integer)
    @doc "Sells AMOUNT of token ID: step 0 offers it, step 1 sells it to the \"buyer\" of the \
         \transaction data, whose account has the guard \"buyer-guard\". Rolling step 0 back withdraws \
         \the offer: anyone may once TIMEOUT has passed, in seconds since 1970, and only the seller \
         \if it is 0. The result of each is the id of the sale."
    (step-with-rollback
      (let ((sale-id (pact-id)) (token (get-token-info id)))
        (with-capability (OFFER-CALL id seller amount timeout sale-id)
          (policy-manager.enforce-offer token seller amount timeout sale-id))
        (with-capability (SALE id seller amount timeout sale-id) (offer id seller amount))
        sale-id)
      (let ((sale-id (pact-id)) (token (get-token-info id)))
        (with-capability (WITHDRAW-CALL id seller amount timeout sale-id)
          (policy-manager.enforce-withdraw token seller amount timeout sale-id))
        (with-capability (WITHDRAW id seller amount timeout sale-id) (withdraw id seller amount))
        sale-id))
    (step
      (let ((sale-id (pact-id))
            (buyer:string (read-string "buyer"))
            (buyer-guard:guard (read-msg "buyer-guard")))
        (with-capability (BUY-CALL id seller buyer amount sale-id)
          (policy-manager.enforce-buy (get-token-info id) seller buyer buyer-guard amount sale-id))
        (with-capability (BUY id seller buyer amount sale-id)
          (buy id seller buyer buyer-guard amount))
        sale-id)))

  (defun sale-active:bool (timeout:integer)
    @doc "Whether TIMEOUT, in seconds since 1970, has not come. If it is 0, it never comes."
    (or (= 0 timeout)
        (< (at "block-time" (chain-data)) (add-time (time "1970-01-01T00:00:00Z") timeout))))

  (defun sale-account:string ()
    @doc "Returns the account that holds what the present sale has offered."
    (create-principal (create-capability-pact-guard (SALE_PRIVATE (pact-id)))))

  (defun offer:bool (id:string seller:string amount:decimal)
    @doc "Moves what is offered to escrow."
    (require-capability (SALE_PRIVATE (pact-id)))
    (escrow-move id seller
      (sale-account)
      (create-capability-pact-guard (SALE_PRIVATE (pact-id)))
      amount))

  (defun withdraw:bool (id:string seller:string amount:decimal)
    @doc "Moves what was offered back to the seller."
    (require-capability (SALE_PRIVATE (pact-id)))
    (escrow-move id (sale-account) seller (account-guard id seller) amount))

  (defun buy:bool (id:string seller:string buyer:string buyer-guard:guard amount:decimal)
    @doc "Moves what was offered to the buyer."
    (require-capability (SALE_PRIVATE (pact-id)))
    (escrow-move id (sale-account) buyer buyer-guard amount))

  ; ---------------------------------------------------------------------------
  ; Only with the capabilities above

  (defun escrow-move:bool
    (id:string sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Moves AMOUNT to or from escrow, and tells of it as of a transfer."
    (let ((giver (debit id sender amount))
          (taker (credit id receiver receiver-guard amount)))
      (emit-event (TRANSFER id sender receiver amount))
      (emit-event (RECONCILE id amount giver taker))))

  (defun move:bool (id:string sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Moves AMOUNT from one account to another."
    (let ((giver (debit id sender amount))
          (taker (credit id receiver receiver-guard amount)))
      (emit-event (RECONCILE id amount giver taker))))

  (defun debit:object{sender-balance-change} (id:string account:string amount:decimal)
    @doc "Takes AMOUNT from ACCOUNT."
    (require-capability (DEBIT id account))
    (enforce-unit id amount)
    (let* ((row (key id account))
           (balance (at "balance" (read ledger row)))
           (rest (- balance amount)))
      (enforce (<= amount balance) "Insufficient funds")
      (update ledger row { "balance": rest })
      { "account": account, "previous": balance, "current": rest }))

  (defun credit:object{receiver-balance-change}
    (id:string account:string guard:guard amount:decimal)
    @doc "Gives AMOUNT to ACCOUNT, which is created with GUARD if it does not exist."
    (enforce-reserved account guard)
    (enforce-unit id amount)
    (require-capability (CREDIT id account))
    ; No account has a negative balance, so -1.0 means a new one. Another keeps its guard: no other guard has that name.
    (let* ((row (key id account))
           (balance (with-default-read ledger row { "balance": -1.0 } { "balance" := found } found))
           (is-new (= balance -1.0))
           (previous (if is-new 0.0 balance))
           (sum (+ previous amount)))
      (if is-new
        (insert ledger row { "id": id, "account": account, "balance": sum, "guard": guard })
        (update ledger row { "balance": sum }))
      (if is-new (emit-event (ACCOUNT_GUARD id account guard)) true)
      { "account": account, "previous": previous, "current": sum }))

  (defun credit-account:object{receiver-balance-change} (id:string account:string amount:decimal)
    @doc "Gives AMOUNT to ACCOUNT, which must exist."
    (credit id account (account-guard id account) amount))

  (defun update-supply:bool (id:string amount:decimal)
    @doc "Adds AMOUNT, which may be negative, to the supply of token ID."
    (require-capability (UPDATE_SUPPLY))
    (let ((supply (+ (total-supply id) amount)))
      (update tokens id { "supply": supply })
      (emit-event (SUPPLY id supply))))
)
