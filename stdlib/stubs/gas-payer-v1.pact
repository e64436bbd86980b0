(interface gas-payer-v1
  "Modules that pay for the gas of other users' transactions."

  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)
    @doc "Decides whether the module pays for a transaction of this user.")

  (defun create-gas-payer-guard:guard ()
    @doc "Returns the guard of the account that pays.")
)
