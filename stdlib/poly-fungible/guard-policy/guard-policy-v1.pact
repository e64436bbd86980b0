; A policy that gives each operation of a token a guard, chosen when the token is created.

(module guard-policy-v1 GOVERNANCE
  @doc "A guard for each operation of a token. What gets no guard is allowed to everyone."

  (implements token-policy-v2)
  (implements updatable-uri-policy-v1)

  (use token-policy-v2 [token-info])
  (use policy-manager
    [INIT-CALL MINT-CALL BURN-CALL TRANSFER-CALL OFFER-CALL BUY-CALL WITHDRAW-CALL UPDATE-URI-CALL])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defconst POLICY:string (format "{}" [guard-policy-v1])
    "The name under which the policy manager asks this policy.")

  (defconst MINT-GUARD-MSG-KEY:string "mint_guard")
  (defconst BURN-GUARD-MSG-KEY:string "burn_guard")
  (defconst SALE-GUARD-MSG-KEY:string "sale_guard")
  (defconst TRANSFER-GUARD-MSG-KEY:string "transfer_guard")
  (defconst URI-GUARD-MSG-KEY:string "uri_guard")

  (defconst GUARD_SUCCESS:guard (create-user-guard (success))
    "The guard of operations that everyone may do.")

  (defconst GUARD_FAILURE:guard (create-user-guard (failure))
    "A guard for operations that nobody may do.")

  (defschema all-guards
    @doc "The guards of a token."
    mint-guard:guard
    burn-guard:guard
    sale-guard:guard
    transfer-guard:guard
    uri-guard:guard)

  (deftable policy-guards:{all-guards}
    @doc "The guards of tokens, under their ids.")

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defcap GUARDS:bool (token-id:string guards:object{all-guards})
    @doc "The event of a token that has got its guards."
    @event
    true)

  (defcap MINT:bool (token-id:string account:string amount:decimal)
    @doc "Allows minting, for signatures that are scoped to it."
    (enforce-guard (get-mint-guard token-id)))

  (defcap BURN:bool (token-id:string account:string amount:decimal)
    @doc "Allows burning, for signatures that are scoped to it."
    (enforce-guard (get-burn-guard token-id)))

  (defcap SALE:bool (token-id:string seller:string amount:decimal)
    @doc "Allows a step of a sale, for signatures that are scoped to it."
    (enforce-guard (get-sale-guard token-id)))

  (defcap TRANSFER:bool (token-id:string sender:string receiver:string amount:decimal)
    @doc "Allows a transfer, for signatures that are scoped to it."
    (enforce-guard (get-transfer-guard token-id)))

  (defcap UPDATE-URI:bool (token-id:string new-uri:string)
    @doc "Allows a new URI, for signatures that are scoped to it."
    (enforce-guard (get-uri-guard token-id)))

  ; ---------------------------------------------------------------------------
  ; Guards

  (defun success:bool ()
    @doc "Passes."
    true)

  (defun failure:bool ()
    @doc "Fails."
    (enforce false "Disabled"))

  (defun get-mint-guard:guard (token-id:string)
    @doc "Returns the guard of minting."
    (at "mint-guard" (read policy-guards token-id)))

  (defun get-burn-guard:guard (token-id:string)
    @doc "Returns the guard of burning."
    (at "burn-guard" (read policy-guards token-id)))

  (defun get-sale-guard:guard (token-id:string)
    @doc "Returns the guard of sales."
    (at "sale-guard" (read policy-guards token-id)))

  (defun get-transfer-guard:guard (token-id:string)
    @doc "Returns the guard of transfers."
    (at "transfer-guard" (read policy-guards token-id)))

  (defun get-uri-guard:guard (token-id:string)
    @doc "Returns the guard of the URI."
    (at "uri-guard" (read policy-guards token-id)))

  (defun get-guards:object{all-guards} (token:object{token-info})
    @doc "Returns all guards of a token."
    (read policy-guards (at "id" token)))

  (defun guard-of-message:guard (field:string)
    @doc "Returns that field of the transaction data, or the guard that always passes if there is no \
         \such field. A field that is no guard is refused: it must not open what it was to close."
    (if (= "" (try "" (typeof (read-msg field))))
      GUARD_SUCCESS
      (let ((guard (read-msg field)))
        (enforce (= "guard" (typeof guard)) (format "{} must be a guard" [field]))
        guard)))

  ; ---------------------------------------------------------------------------
  ; What the policy manager asks

  (defun enforce-init:bool (token:object{token-info})
    @doc "Stores the guards of the transaction data: \"mint_guard\", \"burn_guard\", \"sale_guard\", \
         \\"transfer_guard\" and \"uri_guard\"."
    (require-capability (INIT-CALL (at "id" token) (at "precision" token) (at "uri" token) POLICY))
    (let ((guards:object{all-guards}
            { "mint-guard": (guard-of-message MINT-GUARD-MSG-KEY)
            , "burn-guard": (guard-of-message BURN-GUARD-MSG-KEY)
            , "sale-guard": (guard-of-message SALE-GUARD-MSG-KEY)
            , "transfer-guard": (guard-of-message TRANSFER-GUARD-MSG-KEY)
            , "uri-guard": (guard-of-message URI-GUARD-MSG-KEY)
            }))
      (insert policy-guards (at "id" token) guards)
      (emit-event (GUARDS (at "id" token) guards)))
    true)

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Fails if the guard of minting does."
    (require-capability (MINT-CALL (at "id" token) account amount POLICY))
    (with-capability (MINT (at "id" token) account amount) true))

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Fails if the guard of burning does."
    (require-capability (BURN-CALL (at "id" token) account amount POLICY))
    (with-capability (BURN (at "id" token) account amount) true))

  (defun enforce-transfer:bool
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Fails if the guard of transfers does."
    (require-capability (TRANSFER-CALL (at "id" token) sender receiver amount POLICY))
    (with-capability (TRANSFER (at "id" token) sender receiver amount) true))

  (defun enforce-offer:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Fails if the guard of sales does."
    (require-capability (OFFER-CALL (at "id" token) seller amount sale-id timeout POLICY))
    (enforce-sale-pact sale-id)
    (with-capability (SALE (at "id" token) seller amount) true))

  (defun enforce-buy:bool
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Fails if the guard of sales does."
    (require-capability (BUY-CALL (at "id" token) seller buyer amount sale-id POLICY))
    (enforce-sale-pact sale-id)
    (with-capability (SALE (at "id" token) seller amount) true))

  (defun enforce-withdraw:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Fails if the guard of sales does."
    (require-capability (WITHDRAW-CALL (at "id" token) seller amount sale-id timeout POLICY))
    (enforce-sale-pact sale-id)
    (with-capability (SALE (at "id" token) seller amount) true))

  (defun enforce-update-uri:bool (token:object{token-info} new-uri:string)
    @doc "Fails if the guard of the URI does."
    (require-capability (UPDATE-URI-CALL (at "id" token) new-uri POLICY))
    (with-capability (UPDATE-URI (at "id" token) new-uri) true))

  (defun enforce-sale-pact:bool (sale-id:string)
    @doc "Fails if SALE-ID is not the defpact that is running."
    (enforce (= sale-id (pact-id)) "Invalid pact/sale id"))
)
