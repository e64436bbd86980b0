; The interface of modules that pay the gas of other people's transactions.

(interface gas-payer-v1
  @doc "A module that pays gas for its users: a gas station."

  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)
    @doc "Agrees to pay up to LIMIT * PRICE for a transaction of USER. A signer of the transaction \
         \adds this capability to a signature; the chain then buys gas within it. It should \
         \compose the capability that `create-gas-payer-guard` requires.")

  (defun create-gas-payer-guard:guard ()
    @doc "Returns a guard for the coin account that pays. It passes only while `GAS_PAYER` is \
         \granted and gas is being bought.")
)
