; The registry of namespaces: decides who may define which namespace. Networks name `ns.validate` as
; the function that `define-namespace` asks.

(module ns GOVERNANCE
  @doc "The registry of namespaces."

  (defschema reg-entry
    @doc "A registered namespace, under its name."
    admin-guard:guard
    active:bool)

  (deftable registry:{reg-entry})

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset 'ns-admin-keyset))

  (defcap OPERATE:bool ()
    @doc "Allows writing the registry."
    (enforce-keyset 'ns-operate-keyset))

  ; ---------------------------------------------------------------------------
  ; Guards of namespaces that everybody may use, and that nobody may redefine

  (defun success:bool ()
    @doc "Passes always."
    true)

  (defun failure:bool ()
    @doc "Passes never."
    (enforce false "Disabled"))

  (defconst GUARD_SUCCESS:guard (create-user-guard (success))
    "A guard that always passes.")

  (defconst GUARD_FAILURE:guard (create-user-guard (failure))
    "A guard that never passes.")

  ; ---------------------------------------------------------------------------
  ; Who may define a namespace

  (defun create-principal-namespace:string (g:guard)
    @doc "Returns the name of the namespace that belongs to G: `n_` and 40 hexadecimal digits of a \
         \hash. Only keysets of keys have one: their principals begin with `k:` or `w:`."
    (let ((kind (typeof-principal (create-principal g))))
      (enforce (contains kind ["k:" "w:"]) (format "Unsupported guard protocol: {}" [kind]))
      (+ "n_" (take 40 (int-to-str 16 (str-to-int 64 (hash g)))))))

  (defun validate:bool (ns-name:string ns-admin:guard)
    @doc "Fails if NS-ADMIN may not define the namespace NS-NAME. It may if the name belongs to it, \
         \or if the registry has the name as active with this guard."
    (or (= ns-name (create-principal-namespace ns-admin))
        (with-default-read registry ns-name
          { "admin-guard": ns-admin, "active": false }
          { "admin-guard" := registered, "active" := active }
          (enforce active "Inactive or unregistered namespace")
          (enforce (= registered ns-admin) "Admin guard must match guard in registry"))))

  ; ---------------------------------------------------------------------------
  ; The registry

  (defun validate-name:bool (name:string)
    @doc "Fails if NAME cannot be registered."
    (enforce (!= "" name) "Empty name not allowed")
    (enforce (< (length name) 64) "Name must be less than 64 characters long")
    (enforce (is-charset CHARSET_LATIN1 name) "Name must be in latin1 charset"))

  (defun write-registry:string (ns-name:string guard:guard active:bool)
    @doc "Registers NS-NAME for GUARD, or changes its entry. An inactive name cannot be defined."
    (with-capability (OPERATE)
      (validate-name ns-name)
      (write registry ns-name { "admin-guard": guard, "active": active })
      "Register entry written"))

  (defun query:object{reg-entry} (ns-name:string)
    @doc "Returns the entry of NS-NAME. Fails if it has none."
    (read registry ns-name))
)
