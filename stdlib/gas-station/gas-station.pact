; A gas station: pays the gas of users that have a budget with it.
;
; The guard of its coin account passes only while gas is bought within GAS_PAYER, so nothing else can take from the account, not
; even whoever replaces this module.

(module gas-station GOVERNANCE
  @doc "Pays gas for users that have a budget."

  (implements gas-payer-v1)

  (defconst ADMIN:string "gas-station-admin"
    "The keyset that replaces this module and gives budgets.")

  (defschema budget
    @doc "What a user may spend, under the name of the user."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    guard:guard)

  (deftable budgets:{budget})

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN))

  (defcap FUND_USER:bool (user:string amount:decimal)
    @doc "Allows giving a budget. Also its event."
    @event
    (enforce-keyset ADMIN))

  (defcap ALLOW_GAS:bool ()
    @doc "Held while this module agrees to pay."
    true)

  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)
    @doc "Pays for a transaction of USER, and takes LIMIT * PRICE from the budget. The transaction must not have a higher limit or \
         \price."
    (enforce (and (> limit 0) (> price 0.0)) "Gas limit and gas price must be positive")
    (let ((transaction (chain-data)))
      (enforce (<= (at "gas-limit" transaction) limit) "The gas limit is higher than was agreed")
      (enforce (<= (at "gas-price" transaction) price) "The gas price is higher than was agreed"))
    (with-read budgets user
      { "balance" := balance, "guard" := guard }
      (let ((cost (* price limit)))
        (enforce-guard guard)
        (enforce (<= cost balance) (format "Insufficient gas balance: {} < {}" [balance cost]))
        (update budgets user { "balance": (- balance cost) })))
    (compose-capability (ALLOW_GAS)))

  ; ---------------------------------------------------------------------------
  ; The account that pays

  (defun gas-payer-guard:bool ()
    @doc "Passes only while gas is bought within `GAS_PAYER`."
    (require-capability (coin.GAS))
    (require-capability (ALLOW_GAS)))

  (defun create-gas-payer-guard:guard ()
    @doc "Returns the guard of the account that pays."
    (create-user-guard (gas-payer-guard)))

  (defun gas-account:string ()
    @doc "Returns the name of the account that pays: the principal of its guard."
    (create-principal (create-gas-payer-guard)))

  (defun create-gas-account:string ()
    @doc "Creates the account that pays. Anyone may, once; coins are then transferred to it."
    (coin.create-account (gas-account) (create-gas-payer-guard)))

  ; ---------------------------------------------------------------------------
  ; Budgets

  (defun fund-user:string (user:string guard:guard amount:decimal)
    @doc "Gives USER the budget AMOUNT in place of the present one. GUARD must pass when it is used."
    (enforce (>= amount 0.0) "A budget is not negative")
    (with-capability (FUND_USER user amount)
      (write budgets user { "balance": amount, "guard": guard })))

  (defun user-balance:decimal (user:string)
    @doc "Returns what USER may still spend."
    (at "balance" (read budgets user)))
)
