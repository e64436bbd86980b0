// A coin contract with only what the chain itself needs, so that tests of execution do not depend on the contract that
// networks run.

export const smallCoin = `
(interface gas-payer
  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal)))

(module coin GOVERNANCE
  (defschema account balance:decimal guard:guard)
  (deftable coin-table:{account})

  (defcap GOVERNANCE () (enforce false "no governance"))
  (defcap GAS () true)
  (defcap COINBASE () true)
  (defcap GENESIS () true)
  (defcap REMEDIATE () true)
  (defcap DEBIT (account:string)
    (enforce-guard (at 'guard (read coin-table account))))
  (defcap CREDIT (account:string) true)
  (defcap TRANSFER (sender:string receiver:string amount:decimal)
    @managed amount spend
    (compose-capability (DEBIT sender))
    (compose-capability (CREDIT receiver)))
  (defun spend:decimal (managed:decimal requested:decimal)
    (enforce (>= managed requested) "TRANSFER exceeded")
    (- managed requested))

  (defun debit (account:string amount:decimal)
    (require-capability (DEBIT account))
    (with-read coin-table account { "balance" := balance }
      (enforce (<= amount balance) "Insufficient funds")
      (update coin-table account { "balance": (- balance amount) })))

  (defun credit (account:string guard:guard amount:decimal)
    (require-capability (CREDIT account))
    (with-default-read coin-table account
      { "balance": 0.0, "guard": guard } { "balance" := balance, "guard" := kept }
      (write coin-table account { "balance": (+ balance amount), "guard": kept })))

  (defcap TRANSFERRED (sender:string receiver:string amount:decimal) @event true)

  (defun transfer (sender:string receiver:string amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (debit sender amount)
      (credit receiver (at 'guard (read coin-table receiver)) amount)))

  (defun fund (account:string guard:guard amount:decimal)
    (require-capability (GENESIS))
    (with-capability (CREDIT account) (credit account guard amount)))

  (defun balance:decimal (account:string) (at 'balance (read coin-table account)))

  (defun coinbase (account:string guard:guard amount:decimal)
    (require-capability (COINBASE))
    (with-capability (CREDIT account) (credit account guard amount)))

  (defun buy-gas (sender:string total:decimal)
    (require-capability (GAS))
    (with-capability (DEBIT sender) (debit sender total)))

  (defun redeem-gas (miner:string guard:guard sender:string total:decimal)
    (require-capability (GAS))
    (let ((fee (read-decimal 'fee)))
      (with-capability (CREDIT sender)
        (credit sender (at 'guard (read coin-table sender)) (- total fee)))
      (with-capability (CREDIT miner) (credit miner guard fee))
      (emit-event (TRANSFERRED sender miner fee))))

  (defpact two-steps ()
    (step "first")
    (step "second")))

(create-table coin-table)
`;
