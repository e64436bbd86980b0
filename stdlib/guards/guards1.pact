; Guards that look at the gas of a transaction, and guards made of any number of others.

(namespace "util")

(module guards1 AUTONOMOUS
  @doc "Guards of gas, and all or any of several guards."

  (defcap AUTONOMOUS:bool ()
    @doc "Never granted: guards that accounts rely on must not change."
    (enforce false "Non-upgradeable"))

  ; ---------------------------------------------------------------------------
  ; Several guards

  (defun guard-all:guard (guards:[guard])
    @doc "Returns a guard that passes if all of GUARDS do."
    (enforce (!= guards []) "Guard list cannot be empty")
    (create-user-guard (enforce-guard-all guards)))

  (defun enforce-guard-all:bool (guards:[guard])
    @doc "Fails unless all of GUARDS pass."
    (fold (and) true (map (enforce-guard) guards)))

  (defun guard-any:guard (guards:[guard])
    @doc "Returns a guard that passes if at least one of GUARDS does."
    (enforce (!= guards []) "Guard list cannot be empty")
    (create-user-guard (enforce-guard-any guards)))

  (defun enforce-guard-any:bool (guards:[guard])
    @doc "Fails unless at least one of GUARDS passes."
    (enforce (contains true (map (try-enforce-guard) guards)) "None of the guards passed"))

  (defun try-enforce-guard:bool (g:guard)
    @doc "Returns whether G passes."
    (try false (enforce-guard g)))

  ; ---------------------------------------------------------------------------
  ; Gas

  (defun chain-gas-price:decimal ()
    @doc "Returns the price of a unit of gas that the transaction pays."
    (at "gas-price" (chain-data)))

  (defun chain-gas-limit:integer ()
    @doc "Returns the most gas that the transaction may use."
    (at "gas-limit" (chain-data)))

  (defun chain-gas-notional:decimal ()
    @doc "Returns what the transaction costs at most."
    (* (chain-gas-price) (chain-gas-limit)))

  (defun max-gas-notional:guard (gasNotional:decimal)
    @doc "Returns a guard that passes if the transaction costs at most GASNOTIONAL."
    (create-user-guard (enforce-below-or-at-gas-notional gasNotional)))

  (defun enforce-below-gas-notional:bool (gasNotional:decimal)
    @doc "Fails unless the transaction costs less than GASNOTIONAL at most."
    (enforce (< (chain-gas-notional) gasNotional)
      (format "Gas Limit * Gas Price must be smaller than {}" [gasNotional])))

  (defun enforce-below-or-at-gas-notional:bool (gasNotional:decimal)
    @doc "Fails unless the transaction costs at most GASNOTIONAL."
    (enforce (<= (chain-gas-notional) gasNotional)
      (format "Gas Limit * Gas Price must be smaller than or equal to {}" [gasNotional])))

  (defun max-gas-price:guard (gasPrice:decimal)
    @doc "Returns a guard that passes if the gas price is at most GASPRICE."
    (create-user-guard (enforce-below-or-at-gas-price gasPrice)))

  (defun enforce-below-gas-price:bool (gasPrice:decimal)
    @doc "Fails unless the gas price is below GASPRICE."
    (enforce (< (chain-gas-price) gasPrice)
      (format "Gas Price must be smaller than {}" [gasPrice])))

  (defun enforce-below-or-at-gas-price:bool (gasPrice:decimal)
    @doc "Fails unless the gas price is at most GASPRICE."
    (enforce (<= (chain-gas-price) gasPrice)
      (format "Gas Price must be smaller than or equal to {}" [gasPrice])))

  (defun max-gas-limit:guard (gasLimit:integer)
    @doc "Returns a guard that passes if the gas limit is at most GASLIMIT."
    (create-user-guard (enforce-below-or-at-gas-limit gasLimit)))

  (defun enforce-below-gas-limit:bool (gasLimit:integer)
    @doc "Fails unless the gas limit is below GASLIMIT."
    (enforce (< (chain-gas-limit) gasLimit)
      (format "Gas Limit must be smaller than {}" [gasLimit])))

  (defun enforce-below-or-at-gas-limit:bool (gasLimit:integer)
    @doc "Fails unless the gas limit is at most GASLIMIT."
    (enforce (<= (chain-gas-limit) gasLimit)
      (format "Gas Limit must be smaller than or equal to {}" [gasLimit])))
)
