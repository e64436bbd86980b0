; A token with decimal amounts whose transfers can go to another chain: the first step burns the amount on this chain,
; the second mints it on the other.
(module token GOVERNANCE
  (defcap GOVERNANCE () (enforce false "this module never changes"))

  (defschema account balance:decimal guard:guard)
  (deftable accounts:{account})

  (defschema crossing receiver:string guard:guard amount:decimal)

  (defcap MINT () true)

  (defcap SEND (sender:string amount:decimal)
    (enforce (> amount 0.0) "send a positive amount")
    (enforce-guard (at "guard" (read accounts sender))))

  (defun balance:decimal (name:string)
    (at "balance" (read accounts name)))

  (defun mint:string (name:string guard:guard amount:decimal)
    (require-capability (MINT))
    (with-default-read accounts name
      { "balance": 0.0, "guard": guard }
      { "balance" := balance, "guard" := present }
      (enforce (= guard present) "the account has another guard")
      (write accounts name { "balance": (+ balance amount), "guard": guard })))

  (defpact send:string (sender:string receiver:string guard:guard amount:decimal target:string)
    (step
      (with-capability (SEND sender amount)
        (with-read accounts sender
          { "balance" := balance }
          (enforce (<= amount balance) "not enough tokens")
          (update accounts sender { "balance": (- balance amount) }))
        (let ((parcel:object{crossing} { "receiver": receiver, "guard": guard, "amount": amount }))
          (yield parcel target)
          "on the way")))
    (step
      (resume
        { "receiver" := receiver, "guard" := guard, "amount" := amount }
        (with-capability (MINT)
          (mint receiver guard amount)))))
)
