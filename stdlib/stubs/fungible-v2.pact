(interface fungible-v2
  "The standard interface of coins and other fungible tokens (KIP-0002)."

  (defschema account-details
    @doc "What details returns."
    account:string
    balance:decimal
    guard:guard)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows transfers from sender to receiver, of amount in total."
    @managed amount TRANSFER-mgr)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts a requested amount from what is left.")

  (defun transfer:string (sender:string receiver:string amount:decimal)
    @doc "Transfers an amount between two accounts that exist.")

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers an amount, and creates the receiver with the guard if it does not exist.")

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Transfers an amount to another chain in two steps, one on each chain.")

  (defun get-balance:decimal (account:string)
    @doc "Returns the balance of an account.")

  (defun details:object{account-details} (account:string)
    @doc "Returns name, balance and guard of an account.")

  (defun precision:integer ()
    @doc "Returns how many decimal places an amount may have.")

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails if an amount has too many decimal places.")

  (defun create-account:string (account:string guard:guard)
    @doc "Creates an empty account.")

  (defun rotate:string (account:string new-guard:guard)
    @doc "Replaces the guard of an account; the old guard must pass.")
)
