// What contracts see of those contracts of stdlib that are on every chain, by the names of their modules.
// Written by `npm run generate`: do not edit.

export const stubTexts: ReadonlyMap<string, string> = new Map([
  [
    'coin',
    `(module coin GOVERNANCE
  @doc "The chain's own coin."

  (implements fungible-v2)
  (implements fungible-xchain-v1)

  (defconst COIN_CHARSET:integer CHARSET_LATIN1
    "The character set of account names.")

  (defconst MINIMUM_PRECISION:integer 12
    "The number of decimal places that an amount may have.")

  (defconst MINIMUM_ACCOUNT_LENGTH:integer 3
    "The length of the shortest account name.")

  (defconst MAXIMUM_ACCOUNT_LENGTH:integer 256
    "The length of the longest account name.")

  (defconst VALID_CHAIN_IDS:[string] (map (int-to-str 10) (enumerate 0 19))
    "The ids of the chains that a transfer can go to.")

  (defschema coin-schema
    @doc "An account, under its name."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    guard:guard)

  (deftable coin-table:{coin-schema})

  (defschema allocation-schema
    @doc "An amount that its guard can release once a date has come."
    @model [(invariant (>= balance 0.0))]
    balance:decimal
    date:time
    guard:guard
    redeemed:bool)

  (deftable allocation-table:{allocation-schema})

  (defschema crosschain-schema
    @doc "What the first step of a transfer between chains yields to the second."
    receiver:string
    receiver-guard:guard
    amount:decimal
    source-chain:string)

  (defcap GOVERNANCE:bool ()
    @doc "Never granted: only a fork of the network replaces this module."
    true)

  (defcap GAS:bool ()
    @doc "Protects the payment of gas. Signers scope a signature to it to pay gas."
    true)

  (defcap COINBASE:bool ()
    @doc "Protects the reward of a miner."
    true)

  (defcap GENESIS:bool ()
    @doc "Protects what only a genesis block may do."
    true)

  (defcap REMEDIATE:bool ()
    @doc "Protects corrections that a fork of the network makes."
    true)

  (defcap DEBIT:bool (sender:string)
    @doc "Allows taking from SENDER. Its guard must pass."
    true)

  (defcap CREDIT:bool (receiver:string)
    @doc "Allows giving to RECEIVER."
    true)

  (defcap ROTATE:bool (account:string)
    @doc "Allows one change of the guard of ACCOUNT."
    @managed
    true)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows transfers from SENDER to RECEIVER of AMOUNT in total. As an event, also tells of \\
         \\rewards, gas and other chains, where one of the names may be empty."
    @managed amount TRANSFER-mgr
    true)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed."
    (read-msg))

  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @doc "Allows one transfer of at most AMOUNT to RECEIVER on TARGET-CHAIN."
    @managed amount TRANSFER_XCHAIN-mgr
    true)

  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal)
    @doc "Returns 0.0: one transfer uses up the capability."
    (read-msg))

  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @doc "The event of an amount that arrived from SOURCE-CHAIN."
    @event
    true)

  (defcap RELEASE_ALLOCATION:bool (account:string amount:decimal)
    @doc "The event of a released allocation. Signers scope a signature to it."
    @event
    true)

  (defun precision:integer ()
    @doc "Returns the number of decimal places that an amount may have."
    (read-msg))

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails if AMOUNT has too many decimal places."
    (read-msg))

  (defun validate-account:bool (account:string)
    @doc "Fails if ACCOUNT cannot be the name of an account."
    (read-msg))

  (defun check-reserved:string (account:string)
    @doc "Returns the letter before the colon of a reserved name (\`k\` for \\"k:...\\"), or an empty \\
         \\string."
    @model [(property (<= (length result) 1))]
    (read-msg))

  (defun enforce-reserved:bool (account:string guard:guard)
    @doc "Fails if ACCOUNT is a reserved name, and not the principal of GUARD."
    (read-msg))

  (defun create-account:string (account:string guard:guard)
    @doc "Creates ACCOUNT with balance 0.0, controlled by GUARD."
    (read-msg))

  (defun get-balance:decimal (account:string)
    @doc "Returns the balance of ACCOUNT."
    (read-msg))

  (defun details:object{fungible-v2.account-details} (account:string)
    @doc "Returns name, balance and guard of ACCOUNT."
    (read-msg))

  (defun rotate:string (account:string new-guard:guard)
    @doc "Replaces the guard of ACCOUNT, which must pass. A principal can only go back to the \\
         \\guard of its name."
    (read-msg))

  (defun debit:string (account:string amount:decimal)
    @doc "Takes AMOUNT from ACCOUNT."
    (read-msg))

  (defun credit:string (account:string guard:guard amount:decimal)
    @doc "Gives AMOUNT to ACCOUNT, which is created with GUARD if it does not exist. If it exists, \\
         \\GUARD must be its guard."
    (read-msg))

  (defun transfer:string (sender:string receiver:string amount:decimal)
    @doc "Transfers AMOUNT from SENDER to RECEIVER. Both accounts must exist."
    (read-msg))

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT, and creates RECEIVER with RECEIVER-GUARD if it does not exist."
    (read-msg))

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Transfers AMOUNT to RECEIVER on TARGET-CHAIN. The first step debits SENDER here, the \\
         \\second credits RECEIVER there."
    (step
      (read-msg))
    (step
      (read-msg)))

  (defun coinbase:string (account:string account-guard:guard amount:decimal)
    @doc "Makes AMOUNT of new coins for ACCOUNT, the reward of a miner."
    (read-msg))

  (defun remediate:string (account:string amount:decimal)
    @doc "Destroys AMOUNT of the coins of ACCOUNT."
    (read-msg))

  (defun gas-only:bool ()
    @doc "Passes only while gas is being paid. For user guards of accounts that pay gas."
    (read-msg))

  (defun gas-guard:bool (guard:guard)
    @doc "Passes while gas is being paid, or if GUARD passes. For user guards."
    (read-msg))

  (defun buy-gas:string (sender:string total:decimal)
    @doc "Takes TOTAL, the most that the gas of a transaction can cost, from SENDER before the \\
         \\transaction runs."
    (read-msg))

  (defun redeem-gas:string (miner:string miner-guard:guard sender:string total:decimal)
    @doc "Divides TOTAL after the transaction: the \\"fee\\" of the transaction data goes to MINER, \\
         \\the rest back to SENDER."
    (read-msg))

  (defpact fund-tx (sender:string miner:string miner-guard:guard total:decimal)
    @doc "Pays the gas of one transaction: buys it in the first step, and redeems it in the second."
    (step (read-msg))
    (step (read-msg)))

  (defun create-allocation-account:string
    (account:string date:time keyset-ref:string amount:decimal)
    @doc "Promises AMOUNT to the keyset named KEYSET-REF, from DATE on, and creates ACCOUNT with \\
         \\that keyset. Only in a genesis block."
    (read-msg))

  (defun release-allocation:string (account:string)
    @doc "Gives ACCOUNT the amount that was promised to it, once."
    (read-msg))
)
`,
  ],
  [
    'fungible-v2',
    `(interface fungible-v2
  @doc "A fungible token: amounts in named accounts, each controlled by a guard."

  (defschema account-details
    @doc "What \`details\` returns about an account."
    account:string
    balance:decimal
    guard:guard)

  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @doc "Allows SENDER to transfer up to AMOUNT in total to RECEIVER. Also the event of a \\
         \\transfer."
    @managed amount TRANSFER-mgr)

  (defun TRANSFER-mgr:decimal (managed:decimal requested:decimal)
    @doc "Subtracts REQUESTED from MANAGED, the amount that is still allowed. Fails if too little \\
         \\is left.")

  (defun transfer:string (sender:string receiver:string amount:decimal)
    @doc "Transfers AMOUNT from SENDER to RECEIVER. Both accounts must exist.")

  (defun transfer-create:string (sender:string receiver:string receiver-guard:guard amount:decimal)
    @doc "Transfers AMOUNT, and creates RECEIVER with RECEIVER-GUARD if it does not exist. If it \\
         \\exists, RECEIVER-GUARD must be its guard.")

  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    @doc "Transfers AMOUNT to RECEIVER on TARGET-CHAIN in two steps. The first runs on this chain \\
         \\and debits SENDER; the second continues on TARGET-CHAIN with a proof of the first, and \\
         \\credits RECEIVER, which is created with RECEIVER-GUARD if needed.")

  (defun get-balance:decimal (account:string)
    @doc "Returns the balance of ACCOUNT. Fails if it does not exist.")

  (defun details:object{account-details} (account:string)
    @doc "Returns name, balance and guard of ACCOUNT. Fails if it does not exist.")

  (defun precision:integer ()
    @doc "Returns the number of decimal places that an amount may have.")

  (defun enforce-unit:bool (amount:decimal)
    @doc "Fails if AMOUNT has more decimal places than \`precision\`.")

  (defun create-account:string (account:string guard:guard)
    @doc "Creates ACCOUNT with balance 0.0, controlled by GUARD.")

  (defun rotate:string (account:string new-guard:guard)
    @doc "Replaces the guard of ACCOUNT by NEW-GUARD. The present guard must pass.")
)
`,
  ],
  [
    'fungible-xchain-v1',
    `(interface fungible-xchain-v1
  @doc "Transfers of a fungible token between chains: their capability and their event."

  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @doc "Allows SENDER to transfer at most AMOUNT to RECEIVER on TARGET-CHAIN, once."
    @managed amount TRANSFER_XCHAIN-mgr)

  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal)
    @doc "Returns 0.0, because one transfer uses up the capability. Fails if REQUESTED is more \\
         \\than MANAGED.")

  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @doc "The event of an amount that arrived from SOURCE-CHAIN."
    @event)
)
`,
  ],
  [
    'gas-payer-v1',
    `(interface gas-payer-v1
  @doc "A module that pays gas for its users: a gas station."

  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)
    @doc "Agrees to pay up to LIMIT * PRICE for a transaction of USER. A signer of the transaction \\
         \\adds this capability to a signature; the chain then buys gas within it. It should \\
         \\compose the capability that \`create-gas-payer-guard\` requires.")

  (defun create-gas-payer-guard:guard ()
    @doc "Returns a guard for the coin account that pays. It passes only while \`GAS_PAYER\` is \\
         \\granted and gas is being bought.")
)
`,
  ],
  [
    'ns',
    `(module ns GOVERNANCE
  @doc "The registry of namespaces."

  (defschema reg-entry
    @doc "A registered namespace, under its name."
    admin-guard:guard
    active:bool)

  (deftable registry:{reg-entry})

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    true)

  (defcap OPERATE:bool ()
    @doc "Allows writing the registry."
    true)

  (defun success:bool ()
    @doc "Passes always."
    (read-msg))

  (defun failure:bool ()
    @doc "Passes never."
    (read-msg))

  (defconst GUARD_SUCCESS:guard (create-user-guard (success))
    "A guard that always passes.")

  (defconst GUARD_FAILURE:guard (create-user-guard (failure))
    "A guard that never passes.")

  (defun create-principal-namespace:string (g:guard)
    @doc "Returns the name of the namespace that belongs to G: \`n_\` and 40 hexadecimal digits of a \\
         \\hash. Only keysets of keys have one: their principals begin with \`k:\` or \`w:\`."
    (read-msg))

  (defun validate:bool (ns-name:string ns-admin:guard)
    @doc "Fails if NS-ADMIN may not define the namespace NS-NAME. It may if the name belongs to it, \\
         \\or if the registry has the name as active with this guard."
    (read-msg))

  (defun validate-name:bool (name:string)
    @doc "Fails if NAME cannot be registered."
    (read-msg))

  (defun write-registry:string (ns-name:string guard:guard active:bool)
    @doc "Registers NS-NAME for GUARD, or changes its entry. An inactive name cannot be defined."
    (read-msg))

  (defun query:object{reg-entry} (ns-name:string)
    @doc "Returns the entry of NS-NAME. Fails if it has none."
    (read-msg))
)
`,
  ],
]);
