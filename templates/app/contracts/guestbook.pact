; A guest book: each account signs it once, and can change what it wrote.

(namespace "free")
(define-keyset "free.guestbook-admin" (read-keyset "guestbook-admin"))

(module guestbook GOVERNANCE
  @doc "What guests wrote."

  (defschema entry
    @doc "Under the account of a guest."
    text:string
    guard:guard
    changes:integer)

  (deftable entries:{entry})

  (defconst LONGEST:integer 140
    "The most characters of an entry.")

  (defcap GOVERNANCE:bool ()
    @doc "Allows an upgrade."
    (enforce-keyset "free.guestbook-admin"))

  (defcap WRITE:bool (guest:string)
    @doc "Allows to change the entry of GUEST."
    (enforce-guard (at "guard" (read entries guest))))

  (defcap WRITTEN:bool (guest:string text:string)
    @doc "The event of a new or changed entry."
    @event
    (enforce (!= text "") "an entry has a text"))

  (defun sign:string (guest:string guard:guard text:string)
    @doc "Writes the entry of GUEST, which GUARD can change later."
    (enforce-text text)
    (if (is-principal guest)
      (enforce (validate-principal guard guest)
        "the name belongs to another guard")
      true)
    (insert entries guest { "text": text, "guard": guard, "changes": 0 })
    (with-capability (WRITTEN guest text)
      text))

  (defun change:string (guest:string text:string)
    @doc "Replaces the entry of GUEST, who must sign."
    (enforce-text text)
    (with-capability (WRITE guest)
      (with-read entries guest
        { "changes" := changes }
        (update entries guest { "text": text, "changes": (+ changes 1) })
        (with-capability (WRITTEN guest text)
          text))))

  (defun enforce-text:bool (text:string)
    (enforce (!= text "") "an entry has a text")
    (enforce (<= (length text) LONGEST) "an entry has at most 140 characters"))

  (defun text-of:string (guest:string)
    (at "text" (read entries guest)))

  (defun changes-of:integer (guest:string)
    (at "changes" (read entries guest)))

  (defun is-guest:bool (guest:string)
    @doc "Returns true if GUEST has signed the book."
    (with-default-read entries guest
      { "text": "" }
      { "text" := text }
      (!= text "")))
)

(create-table entries)
