; A policy for tokens that belong to a collection: its operator decides which do, and how many there can be.

(module collection-policy-v1 GOVERNANCE
  @doc "Tokens that belong to a collection."

  (implements token-policy-v2)
  (implements updatable-uri-policy-v1)

  (use token-policy-v2 [token-info])
  (use policy-manager [INIT-CALL])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module.")

  (defconst POLICY:string (format "{}" [collection-policy-v1])
    "The name under which the policy manager asks this policy.")

  (defconst COLLECTION-ID-MSG-KEY:string "collection_id"
    "The field of the transaction data with the collection, when a token is created.")

  (defschema collection
    @doc "A collection, under its id."
    @model [(invariant (>= size 0)) (invariant (or (= max-size 0) (<= size max-size)))]
    id:string
    name:string
    size:integer
    max-size:integer
    operator-guard:guard)

  (deftable collections:{collection})

  (defschema token
    @doc "The collection of a token, under the id of the token."
    id:string
    collection-id:string)

  (deftable tokens:{token})

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module."
    (enforce-keyset ADMIN-KS))

  (defcap COLLECTION:bool
    (collection-id:string collection-name:string collection-size:integer operator-guard:guard)
    @doc "Allows creating a collection. Its operator must sign. Also its event."
    @event
    (enforce-guard operator-guard))

  (defcap TOKEN-COLLECTION:bool (collection-id:string token-id:string)
    @doc "Allows adding a token to a collection, whose operator must sign. Also its event."
    @event
    (enforce-guard (at "operator-guard" (read collections collection-id))))

  ; ---------------------------------------------------------------------------
  ; Collections

  (defun create-collection:bool
    (collection-id:string collection-name:string collection-size:integer operator-guard:guard)
    @doc "Creates a collection of at most COLLECTION-SIZE tokens, or of any number if that is 0. \
         \COLLECTION-ID must be what `create-collection-id` makes of name and guard."
    (enforce (>= collection-size 0) "Collection size must be positive")
    (enforce (= collection-id (create-collection-id collection-name operator-guard))
      "collection id violation")
    (with-capability (COLLECTION collection-id collection-name collection-size operator-guard)
      (insert collections collection-id
        { "id": collection-id
        , "name": collection-name
        , "size": 0
        , "max-size": collection-size
        , "operator-guard": operator-guard
        }))
    true)

  (defun create-collection-id:string (collection-name:string operator-guard:guard)
    @doc "Returns the id of a collection. Only OPERATOR-GUARD can create it, and only on this chain."
    (format "collection:{}" [(hash [collection-name operator-guard (at "chain-id" (chain-data))])]))

  (defun get-collection:object{collection} (collection-id:string)
    @doc "Returns a collection."
    (read collections collection-id))

  (defun get-token:object{token} (token-id:string)
    @doc "Returns the collection of a token."
    (read tokens token-id))

  ; ---------------------------------------------------------------------------
  ; What the policy manager asks

  (defun enforce-init:bool (token:object{token-info})
    @doc "Adds TOKEN to the collection \"collection_id\" of the transaction data."
    (require-capability (INIT-CALL (at "id" token) (at "precision" token) (at "uri" token) POLICY))
    (let ((id (at "id" token)) (collection-id:string (read-string COLLECTION-ID-MSG-KEY)))
      (with-capability (TOKEN-COLLECTION collection-id id)
        (with-read collections collection-id
          { "size" := size, "max-size" := max-size }
          (enforce (or (= 0 max-size) (< size max-size)) "Exceeds collection size")
          (update collections collection-id { "size": (+ 1 size) }))
        (insert tokens id { "id": id, "collection-id": collection-id })))
    true)

  (defun enforce-mint:bool (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Allows minting."
    true)

  (defun enforce-burn:bool (token:object{token-info} account:string amount:decimal)
    @doc "Allows burning."
    true)

  (defun enforce-transfer:bool
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Allows every transfer."
    true)

  (defun enforce-offer:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows every offer."
    true)

  (defun enforce-buy:bool
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Allows every purchase."
    true)

  (defun enforce-withdraw:bool
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Allows every withdrawal."
    true)

  (defun enforce-update-uri:bool (token:object{token-info} new-uri:string)
    @doc "Allows every URI."
    true)
)
