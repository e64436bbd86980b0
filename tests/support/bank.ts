// A small contract with everything that a debugger shows: a managed capability, an event, a table and a defpact.

export const bank = `(module bank GOV
  (defcap GOV () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defcap DEBIT (from:string amount:decimal)
    @managed amount left-to-debit
    (enforce (> amount 0.0) "positive amount"))
  (defun left-to-debit:decimal (managed:decimal requested:decimal)
    (enforce (<= requested managed) "managed amount exceeded")
    (- managed requested))
  (defcap MOVED (from:string to:string amount:decimal) @event true)
  (defun create (id:string amount:decimal)
    (insert accounts id { "balance": amount }))
  (defun debit (id:string amount:decimal)
    (require-capability (DEBIT id amount))
    (with-read accounts id { "balance" := old }
      (let ((new (- old amount)))
        (enforce (>= new 0.0) "insufficient funds")
        (update accounts id { "balance": new }))))
  (defun credit (id:string amount:decimal)
    (with-read accounts id { "balance" := old }
      (update accounts id { "balance": (+ old amount) })))
  (defun transfer (from:string to:string amount:decimal)
    (with-capability (DEBIT from amount)
      (debit from amount)
      (credit to amount)
      (emit-event (MOVED from to amount))))
  (defun guarded (id:string amount:decimal)
    (try "not paid" (debit id amount)))
  (defpact two-steps (from:string to:string amount:decimal)
    (step
      (with-capability (DEBIT from amount)
        (debit from amount)
        (yield { "to": to, "amount": amount })))
    (step
      (resume { "to" := receiver, "amount" := received }
        (credit receiver received)))))
(create-table accounts)
`;

export const bankSession = `(begin-tx "load")
(load "bank.pact")
(bank.create "alice" 100.0)
(bank.create "bob" 1.0)
(env-sigs [{ "key": "k", "caps": [(bank.DEBIT "alice" 200.0)] }])
`;
