; A sale in two steps: in between, the money is in escrow.

(module escrow GOVERNANCE
  @doc "Holds the price of something until the buyer has got it."

  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defcap HOLD (sale-id:string)
    @doc "Owns the money of one sale. Nobody can sign for it: only this module grants it."
    true)

  (defcap RECEIVED (buyer:string)
    @doc "The buyer says that everything is fine."
    (enforce-guard (purse.owner-of buyer)))

  (defcap DECLINED (seller:string)
    @doc "The seller does not want to sell any more."
    (enforce-guard (purse.owner-of seller)))

  (defun holder:guard (sale-id:string)
    @doc "The guard of the account where the money waits."
    (create-capability-guard (HOLD sale-id)))

  (defun account-of:string (sale-id:string)
    @doc "The name of that account. It stands for the guard, so that nobody else can open it."
    (create-principal (holder sale-id)))

  (defun release:string (sale-id:string payee:string price:decimal)
    @doc "Pays the money out. Called by the steps below."
    (require-capability (HOLD sale-id))
    (install-capability (purse.PAY (account-of sale-id) payee price))
    (purse.pay (account-of sale-id) payee price))

  (defpact sale (sale-id:string buyer:string seller:string price:decimal)
    @doc "BUYER pays first; SELLER is paid when BUYER agrees, or gives the money back."

    (step-with-rollback
      (let ((account (account-of sale-id)))
        (purse.open account (holder sale-id))
        (purse.pay buyer account price))
      (with-capability (DECLINED seller)
        (with-capability (HOLD sale-id)
          (release sale-id buyer price))))

    (step
      (with-capability (RECEIVED buyer)
        (with-capability (HOLD sale-id)
          (release sale-id seller price)))))
)
