(module coin GOVERNANCE
  "The contract of the chain's own coin: only what other contracts can see."

  (implements fungible-v2)
  (implements fungible-xchain-v1)

  (defcap GOVERNANCE () (enforce false "the coin contract cannot be upgraded"))

  (defschema coin-schema
    @doc "An account."
    balance:decimal
    guard:guard)

  (deftable coin-table:{coin-schema})

  (defschema crosschain-schema
    @doc "What a transfer to another chain hands over to it."
    receiver:string
    receiver-guard:guard
    amount:decimal
    source-chain:string)

  (defschema allocation-schema
    @doc "Coins that are released at some time."
    balance:decimal
    date:time
    guard:guard
    redeemed:bool)

  (deftable allocation-table:{allocation-schema})

  (defcap GAS () "Held while gas is paid." true)
  (defcap COINBASE () "Held while a miner is rewarded." true)
  (defcap GENESIS () "Held in transactions of the genesis block." true)
  (defcap REMEDIATE () "Held in transactions that repair the state." true)
  (defcap DEBIT (sender:string) "Allows taking coins from an account." true)
  (defcap CREDIT (receiver:string) "Allows giving coins to an account." true)

  (defcap ROTATE (account:string)
    @doc "Allows replacing the guard of an account, once."
    @managed
    true)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows transfers from sender to receiver, of amount in total."
    @managed amount TRANSFER-mgr
    true)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts a requested amount from what is left."
    (- managed requested))

  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @doc "Allows one transfer of at most amount to another chain."
    @managed amount TRANSFER_XCHAIN-mgr
    true)

  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal)
    @doc "Accepts one request of at most the managed amount."
    0.0)

  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @doc "The event of an amount that arrives from another chain."
    @event
    true)

  (defcap RELEASE_ALLOCATION (account:string amount:decimal)
    @doc "The event of an allocation that is released."
    @event
    true)

  (defconst COIN_CHARSET CHARSET_LATIN1 "The characters that account names may have.")
  (defconst MINIMUM_PRECISION 12 "How many decimal places amounts may have.")
  (defconst MINIMUM_ACCOUNT_LENGTH 3 "The length of the shortest account name.")
  (defconst MAXIMUM_ACCOUNT_LENGTH 256 "The length of the longest account name.")
  (defconst VALID_CHAIN_IDS (map (int-to-str 10) (enumerate 0 19)) "The names of all chains.")

  (defun enforce-unit:bool (amount:decimal)
    "Fails if an amount has too many decimal places."
    true)

  (defun validate-account (account:string)
    "Fails if a name cannot be that of an account."
    true)

  (defun gas-only () "Passes while gas is paid only." (require-capability (GAS)))
  (defun gas-guard (guard:guard) "Passes while gas is paid, or with the guard." true)

  (defun buy-gas:string (sender:string total:decimal)
    "Takes the highest price of a transaction from its sender."
    "")

  (defun redeem-gas:string (miner:string miner-guard:guard sender:string total:decimal)
    "Pays the miner, and gives back to the sender what is left."
    "")

  (defun create-account:string (account:string guard:guard) "Creates an empty account." "")
  (defun get-balance:decimal (account:string) "Returns the balance of an account." 0.0)

  (defun details:object{fungible-v2.account-details} (account:string)
    "Returns name, balance and guard of an account."
    { "account": account, "balance": 0.0, "guard": (create-module-guard "") })

  (defun rotate:string (account:string new-guard:guard)
    "Replaces the guard of an account; the old guard must pass."
    "")

  (defun precision:integer ()
    "Returns how many decimal places an amount may have."
    MINIMUM_PRECISION)

  (defun transfer:string (sender:string receiver:string amount:decimal)
    "Transfers an amount between two accounts that exist."
    "")

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    "Transfers an amount, and creates the receiver with the guard if it does not exist."
    "")

  (defun coinbase:string (account:string account-guard:guard amount:decimal)
    "Rewards a miner."
    "")

  (defun remediate:string (account:string amount:decimal) "Repairs the balance of an account." "")

  (defpact fund-tx (sender:string miner:string miner-guard:guard total:decimal)
    "Pays for a transaction: before it runs, and after."
    (step (buy-gas sender total))
    (step (redeem-gas miner miner-guard sender total)))

  (defun debit:string (account:string amount:decimal) "Takes coins from an account." "")
  (defun credit:string (account:string guard:guard amount:decimal) "Gives coins to an account." "")

  (defun check-reserved:string (account:string)
    "Returns the letter of a reserved name such as k:..., or an empty string."
    "")

  (defun enforce-reserved:bool (account:string guard:guard)
    "Fails if a reserved name does not belong to the guard."
    true)

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    "Transfers an amount to another chain in two steps, one on each chain."
    (step "")
    (step ""))

  (defun create-allocation-account (account:string date:time keyset-ref:string amount:decimal)
    "Makes an allocation in the genesis block."
    "")

  (defun release-allocation (account:string) "Releases the coins of an allocation." "")
)
