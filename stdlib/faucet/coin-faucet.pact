; A faucet for development networks: gives coins to whoever asks, a few at a time.

(module coin-faucet GOVERNANCE
  @doc "Gives coins of a development network to whoever asks."

  (defconst ADMIN:string "coin-faucet-admin"
    "The keyset that replaces this module.")

  (defconst MAX_COIN_PER_REQUEST:decimal 20.0
    "How much one request gives at most.")

  (defconst SECONDS_BETWEEN_REQUESTS:decimal 1800.0
    "How long an account waits between two requests.")

  (defschema history
    @doc "What an account has asked for, under its name."
    total-coins-earned:decimal
    total-coins-returned:decimal
    last-request-time:time)

  (deftable history-table:{history})

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN))

  (defcap GIVE:bool ()
    @doc "Held while coins are given."
    true)

  ; ---------------------------------------------------------------------------
  ; The account of the faucet

  (defun faucet-guard:guard ()
    @doc "Returns the guard of the account of the faucet: it passes only while coins are given."
    (create-capability-guard (GIVE)))

  (defun faucet-account:string ()
    @doc "Returns the name of the account of the faucet."
    (create-principal (faucet-guard)))

  (defun create-faucet-account:string ()
    @doc "Creates the account of the faucet. Anyone may, once; coins are then transferred to it."
    (coin.create-account (faucet-account) (faucet-guard)))

  ; ---------------------------------------------------------------------------
  ; Requests

  (defun request-coin:string (address:string amount:decimal)
    @doc "Gives AMOUNT to ADDRESS, which must exist."
    (create-and-request-coin address (at "guard" (coin.details address)) amount))

  (defun create-and-request-coin:string (address:string address-guard:guard amount:decimal)
    @doc "Gives AMOUNT to ADDRESS, and creates it with ADDRESS-GUARD if it does not exist."
    (enforce (<= amount MAX_COIN_PER_REQUEST)
      (format "A request gives at most {} coins" [MAX_COIN_PER_REQUEST]))
    (with-default-read history-table address
      { "total-coins-earned": 0.0
      , "total-coins-returned": 0.0
      , "last-request-time": (time "1970-01-01T00:00:00Z")
      }
      { "total-coins-earned" := earned
      , "total-coins-returned" := returned
      , "last-request-time" := last
      }
      (let ((now:time (at "block-time" (chain-data))))
        (enforce (>= (diff-time now last) SECONDS_BETWEEN_REQUESTS)
          (format "The next request is possible {} seconds after {}"
            [SECONDS_BETWEEN_REQUESTS last]))
        (with-capability (GIVE)
          (install-capability (coin.TRANSFER (faucet-account) address amount))
          (coin.transfer-create (faucet-account) address address-guard amount)
          (write history-table address
            { "total-coins-earned": (+ earned amount)
            , "total-coins-returned": returned
            , "last-request-time": now
            })))))

  (defun return-coin:string (address:string amount:decimal)
    @doc "Takes AMOUNT back from ADDRESS, whose owner signs for the transfer."
    (coin.transfer address (faucet-account) amount)
    (with-read history-table address
      { "total-coins-returned" := returned }
      (update history-table address { "total-coins-returned": (+ returned amount) })))

  (defun read-history:object{history} (address:string)
    @doc "Returns what ADDRESS has asked for."
    (read history-table address))
)
