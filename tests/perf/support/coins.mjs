// A table like that of a coin, with functions that read and write all rows in a list of keys.

export const coins = `
  (module coins GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema account balance:decimal guard:guard note:string)
    (deftable accounts:{account})
    (defconst NOTE "forty characters or so, as a real row has")
    (defun key:string (n:integer) (format "k:{}" [n]))
    (defun fill (names guard:guard)
      (map (lambda (key) (insert accounts key { "balance": 1.0, "guard": guard, "note": NOTE }))
        names))
    (defun fill-range (from:integer to:integer guard:guard)
      (fill (map (key) (enumerate from to)) guard))
    (defun read-all (names) (map (read accounts) names))
    (defun with-read-all (names)
      (map (lambda (key) (with-read accounts key { "balance" := balance } balance)) names))
    (defun with-default-read-all (names)
      (map (lambda (key)
          (with-default-read accounts key { "balance": 0.0 } { "balance" := balance } balance))
        names))
    (defun write-all (names guard:guard)
      (map (lambda (key)
          (write accounts key { "balance": 2.0, "guard": guard, "note": NOTE }))
        names))
    (defun update-all (names)
      (map (lambda (key) (update accounts key { "balance": 3.0 })) names)))
  (create-table accounts)`;
