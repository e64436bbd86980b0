; Sells numbered tickets for coins, until none are left. The coins wait in an account of the contract, for its owner.

(namespace "free")
(define-keyset "free.sale-admin" (read-keyset "sale-admin"))

(module sale GOVERNANCE
  @doc "Tickets for coins."

  (defschema ticket
    @doc "Under the number of a ticket: its owner."
    owner:guard)

  (deftable tickets:{ticket})

  (defschema state
    @doc "Under the key STATE: how many tickets are sold and in stock."
    @model [(invariant (>= left 0)) (invariant (>= sold 0))]
    sold:integer
    left:integer)

  (deftable states:{state})

  (defconst STATE:string "state"
    "The only key of the table of states.")
  (defconst STOCK:integer 100
    "The number of tickets.")
  (defconst PRICE:decimal 2.5
    "The coins for one ticket.")

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows an upgrade, and to take the coins."
    (enforce-keyset "free.sale-admin"))

  (defcap COLLECT:bool ()
    @doc "Within it, the account of the contract pays. Only this module can grant it."
    true)

  (defcap SOLD:bool (ticket:integer buyer:string)
    @doc "The event of a sale."
    @event
    (enforce (!= buyer "") "a buyer has a name"))

  ; ---------------------------------------------------------------------------
  ; The account of the contract

  (defun collected-guard:guard ()
    @doc "Guards the coins: it passes while COLLECT is granted."
    (create-capability-guard (COLLECT)))

  (defun collected-account:string ()
    @doc "Where the coins wait."
    (create-principal (collected-guard)))

  ; ---------------------------------------------------------------------------
  ; Sales

  (defun open:string ()
    @doc "Puts the tickets into stock, once."
    (with-capability (GOVERNANCE)
      (insert states STATE { "sold": 0, "left": STOCK })))

  (defun buy:integer (buyer:string owner:guard)
    @doc "Sells a ticket to OWNER, which the account BUYER pays. Returns its number. The signature of \
         \BUYER must allow (coin.TRANSFER BUYER (collected-account) PRICE)."
    (with-read states STATE
      { "sold" := sold, "left" := left }
      (enforce (> left 0) "sold out")
      (coin.transfer-create buyer (collected-account) (collected-guard) PRICE)
      (update states STATE { "sold": (+ sold 1), "left": (- left 1) })
      (insert tickets (int-to-str 10 sold) { "owner": owner })
      (with-capability (SOLD sold buyer)
        sold)))

  (defun give:string (ticket:integer new-owner:guard)
    @doc "Gives a ticket to NEW-OWNER. Its owner must sign."
    (enforce-guard (owner-of ticket))
    (update tickets (int-to-str 10 ticket) { "owner": new-owner }))

  (defun collect:string (receiver:string amount:decimal)
    @doc "Pays coins from sales to RECEIVER."
    (with-capability (GOVERNANCE)
      (with-capability (COLLECT)
        (install-capability (coin.TRANSFER (collected-account) receiver amount))
        (coin.transfer (collected-account) receiver amount))))

  (defun owner-of:guard (ticket:integer)
    (at "owner" (read tickets (int-to-str 10 ticket))))

  (defun left:integer ()
    @doc "How many tickets can still be bought."
    (at "left" (read states STATE)))

  (defun sold:integer ()
    @doc "How many tickets were sold."
    (at "sold" (read states STATE)))
)

(create-table tickets)
(create-table states)
(open)
