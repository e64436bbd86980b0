; The first interface of fungible tokens, which early tokens implement. It lacks `transfer`: use fungible-v2.

(interface fungible-v1
  @doc "A fungible token: amounts in named accounts, each controlled by a guard."

  (defschema account-details
    @doc "What `details` returns about an account."
    account:string
    balance:decimal
    guard:guard)

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows SENDER to transfer up to AMOUNT in total to RECEIVER."
    @managed amount TRANSFER-mgr)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed. Fails if too little \
         \is left.")

  ; ---------------------------------------------------------------------------
  ; Transfers

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT, and creates RECEIVER with RECEIVER-GUARD if it does not exist. If it \
         \exists, RECEIVER-GUARD must be its guard.")

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Transfers AMOUNT to RECEIVER on TARGET-CHAIN in two steps. The first runs on this chain \
         \and debits SENDER; the second continues on TARGET-CHAIN with a proof of the first.")

  ; ---------------------------------------------------------------------------
  ; Accounts

  (defun get-balance:decimal (account:string)
    @doc "Returns the balance of ACCOUNT. Fails if it does not exist.")

  (defun details:object{account-details} (account:string)
    @doc "Returns name, balance and guard of ACCOUNT. Fails if it does not exist.")

  (defun precision:integer ()
    @doc "Returns the number of decimal places that an amount may have.")

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails if AMOUNT has more decimal places than `precision`.")

  (defun create-account:string (account:string guard:guard)
    @doc "Creates ACCOUNT with balance 0.0, controlled by GUARD.")

  (defun rotate:string (account:string new-guard:guard)
    @doc "Replaces the guard of ACCOUNT by NEW-GUARD. The present guard must pass.")
)
