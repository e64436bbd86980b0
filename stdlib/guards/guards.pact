; Guards that look at the time, and guards made of two others.

(namespace "util")

(module guards AUTONOMOUS
  @doc "Guards of time, and both or either of two guards."

  (defcap AUTONOMOUS:bool ()
    @doc "Never granted: guards that accounts rely on must not change."
    (enforce false "Non-upgradeable"))

  ; ---------------------------------------------------------------------------
  ; Time

  (defun chain-time:time ()
    @doc "Returns the time of the block."
    (at "block-time" (chain-data)))

  (defun enforce-time:bool (date:time msg:string test:bool)
    @doc "Fails unless TEST. MSG says how the time should relate to DATE."
    (enforce test (format "Chain time must be {} {}" [msg date])))

  (defun enforce-after-date:bool (date:time)
    @doc "Fails until DATE has passed."
    (enforce-time date "after" (> (chain-time) date)))

  (defun enforce-at-after-date:bool (date:time)
    @doc "Fails before DATE."
    (enforce-time date "at or after" (>= (chain-time) date)))

  (defun enforce-before-date:bool (date:time)
    @doc "Fails from DATE on."
    (enforce-time date "before" (< (chain-time) date)))

  (defun enforce-at-before-date:bool (date:time)
    @doc "Fails after DATE."
    (enforce-time date "at or before" (<= (chain-time) date)))

  (defun after-date:guard (date:time)
    @doc "Returns a guard that passes after DATE."
    (create-user-guard (enforce-after-date date)))

  (defun at-after-date:guard (date:time)
    @doc "Returns a guard that passes from DATE on."
    (create-user-guard (enforce-at-after-date date)))

  (defun before-date:guard (date:time)
    @doc "Returns a guard that passes before DATE."
    (create-user-guard (enforce-before-date date)))

  (defun at-before-date:guard (date:time)
    @doc "Returns a guard that passes until DATE, and at it."
    (create-user-guard (enforce-at-before-date date)))

  ; ---------------------------------------------------------------------------
  ; Two guards

  (defun enforce-and:bool (a:guard b:guard)
    @doc "Fails unless A and B pass."
    (and (enforce-guard a) (enforce-guard b)))

  (defun enforce-or:bool (a:guard b:guard)
    @doc "Fails unless A or B passes."
    (enforce-one (format "Enforce {} or {}" [a b]) [(enforce-guard a) (enforce-guard b)]))

  (defun guard-and:guard (a:guard b:guard)
    @doc "Returns a guard that passes if A and B do."
    (create-user-guard (enforce-and a b)))

  (defun guard-or:guard (a:guard b:guard)
    @doc "Returns a guard that passes if A or B does."
    (create-user-guard (enforce-or a b)))
)
