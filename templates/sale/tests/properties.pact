; Properties of the sale: pact test --fuzz tries them with many values and calls.

(module properties GOVERNANCE
  @doc "What is always true of the sale."

  (defcap GOVERNANCE:bool ()
    (enforce false "these are only for tests"))

  (defun invariant-stock:bool ()
    @doc "No ticket appears or is lost."
    (= free.sale.STOCK (+ (free.sale.sold) (free.sale.left))))

  (defun prop-buy:bool (owner:guard)
    @doc "A ticket brings its price, and belongs to the one that it was bought for."
    (let* ((before (collected))
           (ticket (free.sale.buy "sender00" owner)))
      (and (= (collected) (+ before free.sale.PRICE))
           (= owner (free.sale.owner-of ticket)))))

  (defun collected:decimal ()
    (coin.get-balance (free.sale.collected-account)))
)
