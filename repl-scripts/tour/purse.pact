; Money in accounts. Every right to change something is a capability, which must be granted first.

(module purse GOVERNANCE
  @doc "Accounts with a balance and an owner."

  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defschema account-row
    @doc "OWNER is any guard: a keyset, or a rule that another module keeps."
    balance:decimal
    owner:guard)

  (deftable accounts:{account-row})

  (defcap ISSUE (account:string amount:decimal)
    @doc "Money comes into being. The event tells everybody."
    @event
    (enforce (> amount 0.0) "Money is more than nothing")
    (enforce-keyset "tour-admin"))

  (defcap SPEND (account:string)
    @doc "The owner of ACCOUNT agrees."
    (enforce-guard (owner-of account)))

  (defcap PAY (payer:string payee:string amount:decimal)
    @doc "One payment, or several up to the AMOUNT that was signed for."
    @managed amount PAY-REST
    (enforce (!= payer payee) "Payer and payee are the same")
    (enforce (> amount 0.0) "A payment must be positive")
    (compose-capability (SPEND payer)))

  (defun PAY-REST:decimal (signed:decimal requested:decimal)
    @doc "What is left of the amount SIGNED for after REQUESTED."
    (enforce (<= requested signed)
      (format "{} was signed for, {} was asked" [signed requested]))
    (- signed requested))

  (defun open:string (account:string owner:guard)
    @doc "A new account without money. A name that stands for a guard is open to that guard only."
    (enforce (or (not (is-principal account)) (validate-principal owner account))
      "The name belongs to another guard")
    (insert accounts account { "balance": 0.0, "owner": owner }))

  (defun issue:string (account:string amount:decimal)
    @doc "New money for ACCOUNT."
    (with-capability (ISSUE account amount)
      (update accounts account { "balance": (+ (balance-of account) amount) })))

  (defun pay:string (payer:string payee:string amount:decimal)
    @doc "Moves AMOUNT."
    (with-capability (PAY payer payee amount)
      (let ((rest (- (balance-of payer) amount)))
        (enforce (>= rest 0.0) (format "{} has not got {}" [payer amount]))
        (update accounts payer { "balance": rest }))
      (update accounts payee { "balance": (+ (balance-of payee) amount) })))

  (defun balance-of:decimal (account:string)
    @doc "How much is in ACCOUNT."
    (at "balance" (read accounts account)))

  (defun owner-of:guard (account:string)
    @doc "Who may spend from ACCOUNT."
    (at "owner" (read accounts account)))
)

(create-table accounts)
