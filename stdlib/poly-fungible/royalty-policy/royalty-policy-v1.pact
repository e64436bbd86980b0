; A policy that pays the creator of a token a part of the price whenever it is sold. Such a token changes hands in no other way.

(module royalty-policy-v1 GOVERNANCE
  @doc "A part of the price of each sale goes to the creator of the token."

  (implements token-policy-v2)
  (implements updatable-uri-policy-v1)

  (use token-policy-v2 [token-info])
  (use policy-manager
    [INIT-CALL OFFER-CALL BUY-CALL QUOTE-MSG-KEY quote-schema exists-msg-quote get-quote-info
     get-escrow-account enforce-sale-pact])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defconst POLICY:string (format "{}" [royalty-policy-v1])
    "The name under which the policy manager asks this policy.")

  (defconst ROYALTY-SPEC-MSG-KEY:string "royalty_spec"
    "The field of the transaction data with the royalty, when a token is created.")

  (defschema royalty-schema
    @doc "Who gets which part of the price, and in which fungible. Stored under the id of the token."
    @model [(invariant (>= royalty-rate 0.0)) (invariant (<= royalty-rate 1.0))]
    fungible:module{fungible-v2}
    creator:string
    creator-guard:guard
    royalty-rate:decimal)

  (deftable royalties:{royalty-schema})

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defcap ROYALTY:bool (token-id:string royalty_spec:object{royalty-schema})
    @doc "The event of a token that has got a royalty."
    @event
    true)

  (defcap ROYALTY-PAYOUT:bool (sale-id:string token-id:string royalty-payout:decimal creator:string)
    @doc "The event of a royalty that is paid."
    @event
    true)

  (defcap ROTATE-ROYALTY:bool (token-id:string creator:string creator-guard:guard)
    @doc "Allows passing a royalty on. The present creator must sign. Also its event."
    @event
    (enforce-guard (at "creator-guard" (read royalties token-id))))

  ; ---------------------------------------------------------------------------
  ; Royalties

  (defun get-royalty:object{royalty-schema} (token:object{token-info})
    @doc "Returns the royalty of a token."
    (read royalties (at "id" token)))

  (defun get-royalty-creator:string (token-id:string)
    @doc "Returns the account that gets the royalty of a token."
    (at "creator" (read royalties token-id)))

  (defun rotate:string (token-id:string creator:string creator-guard:guard)
    @doc "Passes the royalty of a token on to CREATOR, an account that exists and has CREATOR-GUARD."
    (with-capability (ROTATE-ROYALTY token-id creator creator-guard)
      (enforce-creator (at "fungible" (read royalties token-id)) creator creator-guard)
      (update royalties token-id { "creator": creator, "creator-guard": creator-guard }))
    "Rotated creator and guard")

  (defun enforce-creator:bool (fungible:module{fungible-v2} creator:string creator-guard:guard)
    @doc "Fails if CREATOR does not exist or has another guard: it could not be paid, and no sale of \
         \the token would succeed."
    (enforce (= creator-guard (at "guard" (fungible::details creator)))
      "Creator guard does not match"))

  ; ---------------------------------------------------------------------------
  ; What the policy manager asks

  (defun enforce-init:bool (token:object{token-info})
    @doc "Stores the \"royalty_spec\" of the transaction data."
    (require-capability (INIT-CALL (at "id" token) (at "precision" token) (at "uri" token) POLICY))
    (let ((spec:object{royalty-schema} (read-msg ROYALTY-SPEC-MSG-KEY)))
      (bind spec
        { "fungible" := fungible:module{fungible-v2}
        , "creator" := creator
        , "creator-guard" := creator-guard
        , "royalty-rate" := rate
        }
        (enforce (= (format "{}" [fungible]) (format "{}" [coin]))
          "Royalty support is restricted to coin")
        (enforce-creator fungible creator creator-guard)
        (enforce (and (>= rate 0.0) (<= rate 1.0)) "Invalid royalty rate")
        (insert royalties (at "id" token)
          { "fungible": fungible
          , "creator": creator
          , "creator-guard": creator-guard
          , "royalty-rate": rate
          })
        (emit-event (ROYALTY (at "id" token) spec)))))

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Allows minting."
    true)

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Always fails."
    (enforce false "Burn prohibited"))

  (defun enforce-transfer:bool
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Always fails: it could be a sale without a royalty."
    (enforce false "Transfer prohibited"))

  (defun enforce-offer:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Fails if the offer has no price in the fungible of the royalty."
    (require-capability (OFFER-CALL (at "id" token) seller amount sale-id timeout POLICY))
    (enforce (exists-msg-quote QUOTE-MSG-KEY) "Offer is restricted to quoted sale")
    (let ((fungible:module{fungible-v2} (at "fungible" (get-royalty token)))
          (quote:object{quote-schema} (get-quote-info sale-id)))
      (enforce (= fungible (at "fungible" quote))
        (format "Offer is restricted to sale using fungible: {}" [fungible]))))

  (defun enforce-buy:bool
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Pays the royalty out of the escrow of the sale."
    (require-capability (BUY-CALL (at "id" token) seller buyer amount sale-id POLICY))
    (enforce-sale-pact sale-id)
    (bind (get-royalty token)
      { "fungible" := fungible:module{fungible-v2}
      , "creator" := creator
      , "royalty-rate" := rate
      }
      (let* ((price (at "sale-price" (get-quote-info sale-id)))
             (royalty (floor (* price rate) (fungible::precision))))
        (if (> royalty 0.0)
          (let ((escrow (at "account" (get-escrow-account sale-id))))
            (emit-event (ROYALTY-PAYOUT sale-id (at "id" token) royalty creator))
            (fungible::transfer escrow creator royalty))
          "No royalty")))
    true)

  (defun enforce-withdraw:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows every withdrawal."
    true)

  (defun enforce-update-uri:bool (token:object{token-info} new-uri:string)
    @doc "Allows every URI."
    true)
)
