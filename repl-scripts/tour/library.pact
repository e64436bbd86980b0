; A lending library: rows in a table, and functions that keep them consistent.

(module library GOVERNANCE
  @doc "Books, how many copies there are, and how many are lent."

  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defschema book
    @doc "One row. Keys are what stands on the spine of the book."
    title:string
    copies:integer
    lent:integer)

  (deftable books:{book})

  (defun acquire:string (spine:string title:string copies:integer)
    @doc "Puts COPIES of a new book on the shelf."
    (enforce (> copies 0) "A book needs at least one copy")
    (insert books spine { "title": title, "copies": copies, "lent": 0 }))

  ; Anyone may borrow here, and bring back.
  ; pact-lint: ignore-file unguarded-write
  (defun lend:string (spine:string)
    @doc "Lends a copy out."
    (with-read books spine
      { "title" := title, "copies" := copies, "lent" := lent }
      (enforce (< lent copies) (format "Every copy of {} is lent" [title]))
      (update books spine { "lent": (+ lent 1) })
      (format "{}: {} of {} lent" [title (+ lent 1) copies])))

  (defun give-back:string (spine:string)
    @doc "Takes a copy back."
    (with-read books spine
      { "title" := title, "copies" := copies, "lent" := lent }
      (enforce (> lent 0) (format "No copy of {} is lent" [title]))
      (update books spine { "lent": (- lent 1) })
      (format "{}: {} of {} lent" [title (- lent 1) copies])))

  (defun on-shelf:integer (spine:string)
    @doc "How many copies can be had; none of a book that the library does not know."
    (with-default-read books spine
      { "copies": 0, "lent": 0 }
      { "copies" := copies, "lent" := lent }
      (- copies lent)))

  (defun lent-titles:[string] ()
    @doc "The books of which a copy is lent."
    (map (at "title") (select books ["title"] (where "lent" (< 0)))))
)

; Tables are created once, when the module is first deployed.
(create-table books)
