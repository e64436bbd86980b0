; Two modules that implement the interface, and one that uses it.

(module plain GOVERNANCE
  @doc "Greets as people do."

  (implements greeter)

  ; A module belongs to somebody: this capability is asked for before it can be replaced.
  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defconst GREETING:string "Hello")

  (defun greet:string (who:string)
    @doc "A friendly word for WHO."
    (format "{}, {}!" [GREETING who]))
)

(module loud GOVERNANCE
  @doc "Greets over a distance."

  (implements greeter)

  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defun greet:string (who:string)
    @doc "A friendly word for WHO, twice."
    (format "Ahoy, {}! Ahoy!" [who]))
)

(module party GOVERNANCE
  @doc "Greets whole groups, in any manner."

  (defcap GOVERNANCE ()
    (enforce-keyset "tour-admin"))

  (defun welcome:[string] (manner:module{greeter} guests:[string])
    @doc "Greets every one of GUESTS. Which module does it is decided by the caller."
    (map (lambda (guest:string) (manner::greet guest)) guests))
)
