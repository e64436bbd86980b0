; Tickets that move between chains: the first step removes them on this chain, the second adds them on the other.
(module tickets GOVERNANCE
  (defcap GOVERNANCE () (enforce false "this module never changes"))

  (defschema holding count:integer)
  (deftable holdings:{holding})

  (defschema crossing holder:string count:integer)

  (defcap MOVE (holder:string count:integer)
    (enforce (> count 0) "move at least one ticket"))

  (defcap GIVE () true)

  (defun held:integer (holder:string)
    (with-default-read holdings holder { "count": 0 } { "count" := count } count))

  (defun give:string (holder:string count:integer)
    (require-capability (GIVE))
    (write holdings holder { "count": (+ (held holder) count) }))

  (defpact move:string (holder:string count:integer target:string)
    (step
      (with-capability (MOVE holder count)
        (let ((left (- (held holder) count)))
          (enforce (>= left 0) "not enough tickets")
          (write holdings holder { "count": left })
          (let ((parcel:object{crossing} { "holder": holder, "count": count }))
            (yield parcel target)
            "on the way"))))
    (step
      (resume
        { "holder" := holder, "count" := count }
        (with-capability (GIVE)
          (give holder count)))))
)
