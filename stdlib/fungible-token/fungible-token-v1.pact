; What wallets, exchanges and other contracts may rely on in a fungible token.

(interface fungible-token-v1
  @doc "Amounts of one thing, held in guarded accounts."

  (defschema account-details
    @doc "All that is known about an account."
    account:string
    balance:decimal
    guard:guard)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Lets SENDER send up to AMOUNT to RECEIVER, in one transfer or several."
    @managed amount TRANSFER-REST)

  (defun TRANSFER-REST:decimal (granted:decimal requested:decimal)
    @doc "What is left of GRANTED after REQUESTED, which must not be more.")

  (defun transfer:string (sender:string receiver:string amount:decimal)
    @doc "Moves AMOUNT to an account that exists.")

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Moves AMOUNT; opens RECEIVER where needed, else RECEIVER-GUARD must be its guard.")

  (defpact transfer-across
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Moves AMOUNT to an account on TARGET-CHAIN, in two steps.")

  (defun create-account:string (account:string guard:guard)
    @doc "Opens an empty account.")

  (defun rotate:string (account:string new-guard:guard)
    @doc "Hands ACCOUNT over to NEW-GUARD.")

  (defun get-balance:decimal (account:string)
    @doc "The balance of ACCOUNT, which must exist.")

  (defun details:object{account-details} (account:string)
    @doc "What is known about ACCOUNT, which must exist.")

  (defun precision:integer ()
    @doc "The number of decimal places of an amount.")

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails where AMOUNT has more places than the token.")
)
