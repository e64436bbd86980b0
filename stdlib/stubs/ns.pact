(module ns GOVERNANCE
  "Decides who may define which namespace: only what other contracts can see."

  (defcap GOVERNANCE () (enforce-keyset 'ns-admin-keyset))
  (defcap OPERATE () (enforce-keyset 'ns-operate-keyset))

  (defschema reg-entry
    @doc "A namespace that was registered."
    admin-guard:guard
    active:bool)

  (deftable registry:{reg-entry})

  (defconst GUARD_SUCCESS (create-user-guard (success)))
  (defconst GUARD_FAILURE (create-user-guard (failure)))

  (defun success () "Always passes." true)
  (defun failure () "Never passes." (enforce false "disabled"))

  (defun validate-name (name) "Fails if a name cannot be that of a namespace." (!= "" name))

  (defun create-principal-namespace:string (g:guard)
    "Returns the name of the namespace that belongs to a guard: n_ and 40 digits."
    "")

  (defun validate:bool (ns-name:string ns-admin:guard)
    "Fails if the guard may not define the namespace."
    true)

  (defun write-registry:string (ns-name:string guard:guard active:bool)
    "Registers a namespace."
    "")

  (defun query:object{reg-entry} (ns-name:string)
    "Returns the entry of a namespace."
    (read registry ns-name))
)
