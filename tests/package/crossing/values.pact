; A defpact that takes a value of each kind to another chain.
(interface named
  (defun name:string ())
)

(module values GOVERNANCE
  (implements named)
  (defcap GOVERNANCE () (enforce false "this module never changes"))
  (defcap PAY (amount:decimal) true)

  (defschema parcel value)
  (defschema inner amount:decimal tags:[string] when:time)

  (defun name:string () (format "{}" ["values"]))
  (defun above-zero:bool (amount:decimal) (> amount 0.0))

  (defun value (kind:string)
    (cond
      ((= kind "decimal") 1.5)
      ((= kind "small decimal") -0.000000000000000001)
      ((= kind "long decimal") 123456789012345678901234567890.123456789)
      ((= kind "whole decimal") 2.0)
      ((= kind "integer") 3)
      ((= kind "long integer") 123456789012345678901234567890)
      ((= kind "string") "text")
      ((= kind "bool") false)
      ((= kind "time") (time "2020-01-01T00:00:00Z"))
      ((= kind "list") [1.5 [2 "a"] []])
      ((= kind "object") { "amount": 1.5, "tags": ["a"], "when": (time "2020-01-01T00:00:00Z") })
      ((= kind "keyset") (read-keyset "keys"))
      ((= kind "keyset reference") (keyset-ref-guard "admin"))
      ((= kind "user guard") (create-user-guard (above-zero 1.5)))
      ((= kind "capability guard") (create-capability-guard (PAY 1.5)))
      ((= kind "module reference") values)
      "unknown"))

  (defun used (kind:string value)
    @doc "Uses a value where its type is checked."
    (cond
      ((= kind "decimal") (decimal-of value))
      ((= kind "small decimal") (decimal-of value))
      ((= kind "long decimal") (decimal-of value))
      ((= kind "whole decimal") (decimal-of value))
      ((= kind "integer") (integer-of value))
      ((= kind "long integer") (integer-of value))
      ((= kind "string") (length value))
      ((= kind "bool") (not value))
      ((= kind "time") (add-time value 60.0))
      ((= kind "list") (length (reverse value)))
      ((= kind "object") (inner-of value))
      ((= kind "module reference") (name-of value))
      (guard-of value)))

  (defun decimal-of:decimal (value:decimal) (+ value 0.25))
  (defun integer-of:integer (value:integer) (+ value 1))
  (defun inner-of:decimal (value:object{inner}) (+ 1.0 (at "amount" value)))
  (defun name-of:string (value:module{named}) (value::name))
  (defun guard-of:string (value:guard) (create-principal value))

  (defpact send (kind:string target:string)
    (step
      (let ((parcel:object{parcel} { "value": (value kind) }))
        (yield parcel target)
        (value kind)))
    (step
      (resume { "value" := value } [value (used kind value)])))
)
