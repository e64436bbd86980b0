; Properties of the guest book: pact test --fuzz tries them with many values and calls.

(module properties GOVERNANCE
  @doc "What is always true of the guest book."

  (defcap GOVERNANCE:bool ()
    (enforce false "these are only for tests"))

  (defun invariant-alice:bool ()
    @doc "Nobody but alice changes her entry."
    (= "Bye!" (free.guestbook.text-of "alice")))

  (defun prop-sign:bool (guest:string text:string)
    @doc "The book keeps what was written."
    (enforce (and (!= text "") (<= (length text) free.guestbook.LONGEST))
      "a text that fits")
    (enforce (not (is-principal guest)) "a name that is free for everybody")
    (enforce (not (free.guestbook.is-guest guest)) "a new guest")
    (free.guestbook.sign guest (read-keyset "alice") text)
    (= text (free.guestbook.text-of guest)))
)
