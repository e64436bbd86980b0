; The chain's own coin: accounts and transfers, rewards of miners, payment of gas, transfers between
; chains, and allocations that are released at a date.
;
; A transaction cannot grant the capabilities GAS, COINBASE, GENESIS and REMEDIATE. The node grants
; them to calls of its own.

(module coin GOVERNANCE
  @doc "The chain's own coin."

  (implements fungible-v2)
  (implements fungible-xchain-v1)

  ; ---------------------------------------------------------------------------
  ; Constants

  (defconst COIN_CHARSET:integer CHARSET_LATIN1
    "The character set of account names.")

  (defconst MINIMUM_PRECISION:integer 12
    "The number of decimal places that an amount may have.")

  (defconst MINIMUM_ACCOUNT_LENGTH:integer 3
    "The length of the shortest account name.")

  (defconst MAXIMUM_ACCOUNT_LENGTH:integer 256
    "The length of the longest account name.")

  (defconst VALID_CHAIN_IDS:[string] (map (int-to-str 10) (enumerate 0 19))
    "The ids of the chains that a transfer can go to.")

  ; ---------------------------------------------------------------------------
  ; Tables

  (defschema coin-schema
    @doc "An account, under its name."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    guard:guard)

  (deftable coin-table:{coin-schema})

  (defschema allocation-schema
    @doc "An amount that its guard can release once a date has come."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    date:time
    guard:guard
    redeemed:bool)

  (deftable allocation-table:{allocation-schema})

  (defschema crosschain-schema
    @doc "What the first step of a transfer between chains yields to the second."
    receiver:string
    receiver-guard:guard
    amount:decimal
    source-chain:string)

  ; ---------------------------------------------------------------------------
  ; Capabilities that the node grants

  (defcap GOVERNANCE:bool ()
    @doc "Never granted: only a fork of the network replaces this module."
    (enforce false "Enforce non-upgradeability"))

  (defcap GAS:bool ()
    @doc "Protects the payment of gas. Signers scope a signature to it to pay gas."
    true)

  (defcap COINBASE:bool ()
    @doc "Protects the reward of a miner."
    true)

  (defcap GENESIS:bool ()
    @doc "Protects what only a genesis block may do."
    true)

  (defcap REMEDIATE:bool ()
    @doc "Protects corrections that a fork of the network makes."
    true)

  ; ---------------------------------------------------------------------------
  ; Capabilities of accounts

  (defcap DEBIT:bool (sender:string)
    @doc "Allows taking from SENDER. Its guard must pass."
    (enforce-guard (at 'guard (read coin-table sender)))
    (enforce (!= sender "") "valid sender"))

  (defcap CREDIT:bool (receiver:string)
    @doc "Allows giving to RECEIVER."
    (enforce (!= receiver "") "valid receiver"))

  (defcap ROTATE:bool (account:string)
    @doc "Allows one change of the guard of ACCOUNT."
    @managed
    true)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows transfers from SENDER to RECEIVER of AMOUNT in total. As an event, also tells of \
         \rewards, gas and other chains, where one of the names may be empty."
    @managed amount TRANSFER-mgr
    (enforce (!= sender receiver) "same sender and receiver")
    (enforce-unit amount)
    (enforce (> amount 0.0) "Positive amount")
    (compose-capability (DEBIT sender))
    (compose-capability (CREDIT receiver)))

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed."
    (let ((rest (- managed requested)))
      (enforce (>= rest 0.0) (format "TRANSFER exceeded for balance {}" [managed]))
      rest))

  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @doc "Allows one transfer of at most AMOUNT to RECEIVER on TARGET-CHAIN."
    @managed amount TRANSFER_XCHAIN-mgr
    (enforce-unit amount)
    (enforce (> amount 0.0) "Cross-chain transfers require a positive amount")
    (compose-capability (DEBIT sender)))

  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal)
    @doc "Returns 0.0: one transfer uses up the capability."
    (enforce (<= requested managed) (format "TRANSFER_XCHAIN exceeded for balance {}" [managed]))
    0.0)

  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @doc "The event of an amount that arrived from SOURCE-CHAIN."
    @event
    true)

  (defcap RELEASE_ALLOCATION:bool (account:string amount:decimal)
    @doc "The event of a released allocation. Signers scope a signature to it."
    @event
    true)

  ; ---------------------------------------------------------------------------
  ; Amounts and names

  (defun precision:integer ()
    @doc "Returns the number of decimal places that an amount may have."
    MINIMUM_PRECISION)

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails if AMOUNT has too many decimal places."
    (enforce (= amount (floor amount MINIMUM_PRECISION))
      (format "Amount violates minimum precision: {}" [amount])))

  (defun validate-account:bool (account:string)
    @doc "Fails if ACCOUNT cannot be the name of an account."
    (enforce (is-charset COIN_CHARSET account)
      (format "Account does not conform to the coin contract charset: {}" [account]))
    (let ((size (length account)))
      (enforce (<= MINIMUM_ACCOUNT_LENGTH size)
        (format "Account name does not conform to the min length requirement: {}" [account]))
      (enforce (<= size MAXIMUM_ACCOUNT_LENGTH)
        (format "Account name does not conform to the max length requirement: {}" [account]))))

  (defun check-reserved:string (account:string)
    @doc "Returns the letter before the colon of a reserved name (`k` for \"k:...\"), or an empty \
         \string."
    @model [(property (<= (length result) 1))]
    (if (= ":" (take -1 (take 2 account))) (take 1 account) ""))

  (defun enforce-reserved:bool (account:string guard:guard)
    @doc "Fails if ACCOUNT is a reserved name, and not the principal of GUARD."
    (or (validate-principal guard account)
        (let ((kind (check-reserved account)))
          (enforce (= kind "")
            (if (= kind "k")
              "Single-key account protocol violation"
              (format "Reserved protocol guard violation: {}" [kind]))))))

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun create-account:string (account:string guard:guard)
    @doc "Creates ACCOUNT with balance 0.0, controlled by GUARD."
    (validate-account account)
    (enforce-reserved account guard)
    (insert coin-table account { "balance": 0.0, "guard": guard }))

  (defun get-balance:decimal (account:string)
    @doc "Returns the balance of ACCOUNT."
    (at 'balance (read coin-table account)))

  (defun details:object{fungible-v2.account-details} (account:string)
    @doc "Returns name, balance and guard of ACCOUNT."
    (+ { "account": account } (read coin-table account)))

  (defun rotate:string (account:string new-guard:guard)
    @doc "Replaces the guard of ACCOUNT, which must pass. A principal can only go back to the \
         \guard of its name."
    (with-capability (ROTATE account)
      (enforce (or (not (is-principal account)) (validate-principal new-guard account))
        "It is unsafe for principal accounts to rotate their guard")
      (enforce-guard (at 'guard (read coin-table account)))
      (update coin-table account { "guard": new-guard })))

  (defun debit:string (account:string amount:decimal)
    @doc "Takes AMOUNT from ACCOUNT."
    (validate-account account)
    (enforce (> amount 0.0) "debit amount must be positive")
    (enforce-unit amount)
    (require-capability (DEBIT account))
    (let ((balance (get-balance account)))
      (enforce (<= amount balance) "Insufficient funds")
      (update coin-table account { "balance": (- balance amount) })))

  (defun credit:string (account:string guard:guard amount:decimal)
    @doc "Gives AMOUNT to ACCOUNT, which is created with GUARD if it does not exist. If it exists, \
         \GUARD must be its guard."
    (validate-account account)
    (enforce (> amount 0.0) "credit amount must be positive")
    (enforce-unit amount)
    (require-capability (CREDIT account))
    (with-default-read coin-table account
      { "balance": -1.0, "guard": guard }
      { "balance" := balance, "guard" := owner }
      (enforce (= owner guard) "account guards do not match")
      ; No account has a negative balance, so -1.0 means a new one.
      (write coin-table account
        { "balance": (if (and (= balance -1.0) (enforce-reserved account guard))
                       amount
                       (+ balance amount))
        , "guard": owner
        })))

  ; ---------------------------------------------------------------------------
  ; Transfers

  (defun transfer:string (sender:string receiver:string amount:decimal)
    @doc "Transfers AMOUNT from SENDER to RECEIVER. Both accounts must exist."
    (enforce (!= sender receiver) "sender cannot be the receiver of a transfer")
    (validate-account sender)
    (validate-account receiver)
    (enforce (> amount 0.0) "transfer amount must be positive")
    (enforce-unit amount)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver (at 'guard (read coin-table receiver)) amount)))

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT, and creates RECEIVER with RECEIVER-GUARD if it does not exist."
    (enforce (!= sender receiver) "sender cannot be the receiver of a transfer")
    (validate-account sender)
    (validate-account receiver)
    (enforce (> amount 0.0) "transfer amount must be positive")
    (enforce-unit amount)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver receiver-guard amount)))

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Transfers AMOUNT to RECEIVER on TARGET-CHAIN. The first step debits SENDER here, the \
         \second credits RECEIVER there."
    (step
      (with-capability (TRANSFER_XCHAIN sender receiver amount target-chain)
        (validate-account sender)
        (validate-account receiver)
        (enforce (!= "" target-chain) "empty target-chain")
        (let ((here:string (at 'chain-id (chain-data))))
          (enforce (!= here target-chain)
            "cannot run cross-chain transfers to the same chain")
          (enforce (> amount 0.0) "transfer quantity must be positive")
          (enforce-unit amount)
          (enforce (contains target-chain VALID_CHAIN_IDS)
            "target chain is not a valid chainweb chain id")
          (debit sender amount)
          (emit-event (TRANSFER sender "" amount))
          (let ((crossing:object{crosschain-schema}
                  { "receiver": receiver
                  , "receiver-guard": receiver-guard
                  , "amount": amount
                  , "source-chain": here
                  }))
            (yield crossing target-chain)))))
    (step
      (resume
        { "receiver" := receiver
        , "receiver-guard" := receiver-guard
        , "amount" := amount
        , "source-chain" := source-chain
        }
        (emit-event (TRANSFER "" receiver amount))
        (emit-event (TRANSFER_XCHAIN_RECD "" receiver amount source-chain))
        (with-capability (CREDIT receiver) (credit receiver receiver-guard amount)))))

  ; ---------------------------------------------------------------------------
  ; Rewards, and corrections by a fork

  (defun coinbase:string (account:string account-guard:guard amount:decimal)
    @doc "Makes AMOUNT of new coins for ACCOUNT, the reward of a miner."
    (validate-account account)
    (enforce-unit amount)
    (require-capability (COINBASE))
    (emit-event (TRANSFER "" account amount))
    (with-capability (CREDIT account) (credit account account-guard amount)))

  (defun remediate:string (account:string amount:decimal)
    @doc "Destroys AMOUNT of the coins of ACCOUNT."
    (validate-account account)
    (enforce (> amount 0.0) "Remediation amount must be positive")
    (enforce-unit amount)
    (require-capability (REMEDIATE))
    (emit-event (TRANSFER "" account amount))
    (let ((balance (get-balance account)))
      (enforce (<= amount balance) "Insufficient funds")
      (update coin-table account { "balance": (- balance amount) })))

  ; ---------------------------------------------------------------------------
  ; Gas

  (defun gas-only:bool ()
    @doc "Passes only while gas is being paid. For user guards of accounts that pay gas."
    (require-capability (GAS)))

  (defun gas-guard:bool (guard:guard)
    @doc "Passes while gas is being paid, or if GUARD passes. For user guards."
    (enforce-one "Enforce either the presence of a GAS cap or keyset"
      [(gas-only) (enforce-guard guard)]))

  (defun buy-gas:string (sender:string total:decimal)
    @doc "Takes TOTAL, the most that the gas of a transaction can cost, from SENDER before the \
         \transaction runs."
    (validate-account sender)
    (enforce (> total 0.0) "gas supply must be a positive quantity")
    (enforce-unit total)
    (require-capability (GAS))
    (with-capability (DEBIT sender) (debit sender total)))

  (defun redeem-gas:string (miner:string miner-guard:guard sender:string total:decimal)
    @doc "Divides TOTAL after the transaction: the \"fee\" of the transaction data goes to MINER, \
         \the rest back to SENDER."
    (validate-account sender)
    (validate-account miner)
    (enforce-unit total)
    (require-capability (GAS))
    (let* ((fee:decimal (read-decimal "fee")) (refund (- total fee)))
      (enforce-unit fee)
      (enforce (>= fee 0.0) "fee must be a non-negative quantity")
      (enforce (>= refund 0.0) "refund must be a non-negative quantity")
      (emit-event (TRANSFER sender miner fee))
      (if (> refund 0.0)
        (update coin-table sender { "balance": (+ (get-balance sender) refund) })
        "noop")
      (with-capability (CREDIT miner)
        (if (> fee 0.0) (credit miner miner-guard fee) "noop"))))

  (defpact fund-tx (sender:string miner:string miner-guard:guard total:decimal)
    @doc "Pays the gas of one transaction: buys it in the first step, and redeems it in the second."
    (step (buy-gas sender total))
    (step (redeem-gas miner miner-guard sender total)))

  ; ---------------------------------------------------------------------------
  ; Allocations

  (defun create-allocation-account:string
    (account:string date:time keyset-ref:string amount:decimal)
    @doc "Promises AMOUNT to the keyset named KEYSET-REF, from DATE on, and creates ACCOUNT with \
         \that keyset. Only in a genesis block."
    (require-capability (GENESIS))
    (validate-account account)
    (enforce (>= amount 0.0) "allocation amount must be non-negative")
    (enforce-unit amount)
    (let ((guard:guard (keyset-ref-guard keyset-ref)))
      (create-account account guard)
      (insert allocation-table account
        { "balance": amount, "date": date, "guard": guard, "redeemed": false })))

  (defun release-allocation:string (account:string)
    @doc "Gives ACCOUNT the amount that was promised to it, once."
    (validate-account account)
    (with-read allocation-table account
      { "balance" := balance, "date" := date, "guard" := guard, "redeemed" := redeemed }
      (enforce (not redeemed) "allocation funds have already been redeemed")
      (let ((now:time (at 'block-time (chain-data))))
        (enforce (>= now date) (format "funds locked until {}. current time: {}" [date now])))
      (with-capability (RELEASE_ALLOCATION account balance)
        (enforce-guard guard)
        (with-capability (CREDIT account)
          (emit-event (TRANSFER "" account balance))
          (credit account guard balance)
          (update allocation-table account { "redeemed": true, "balance": 0.0 })
          "Allocation successfully released to main ledger"))))
)
