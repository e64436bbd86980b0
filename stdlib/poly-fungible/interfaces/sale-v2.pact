; A way of finding a price, such as an auction. The administrator of the policy manager decides which of them are used.

(interface sale-v2
  @doc "A way of finding the price of a sale after it was offered."

  (defun enforce-quote-update:bool (sale-id:string price:decimal)
    @doc "Decides whether PRICE is the price of the sale. Asked when it is bought.")

  (defun enforce-withdrawal:bool (sale-id:string)
    @doc "Decides whether the offer may be withdrawn.")
)
