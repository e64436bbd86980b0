; Asks the policies of a token, in their order, and settles the payment of sales.
;
; A policy knows that the ledger has asked by a capability of this module that names the policy, such as MINT-CALL: one policy
; cannot use it to ask another in the name of the ledger.

(module policy-manager GOVERNANCE
  @doc "Asks the policies of tokens, and settles the payment of sales."

  (use token-policy-v2 [token-info])

  (defconst ADMIN-KS:string "marmalade-contract-admin"
    "The keyset that replaces this module, and registers the ledger, policies and ways of selling.")

  (defconst QUOTE-MSG-KEY:string "quote"
    "The field of the transaction data with the price, when a token is offered.")

  (defconst BUYER-FUNGIBLE-ACCOUNT-MSG-KEY:string "buyer_fungible_account"
    "The field of the transaction data with the account that pays, when a token is bought.")

  (defconst UPDATED-PRICE-KEY:string "updated_price"
    "The field of the transaction data with the price that a way of selling has found.")

  (defconst MARKETPLACE-FEE-KEY:string "marketplace_fee"
    "The field of the transaction data with what the buyer pays to a marketplace beside the price.")

  (defconst NON_FUNGIBLE_POLICY:string "non-fungible-policy")
  (defconst ROYALTY_POLICY:string "royalty-policy")
  (defconst COLLECTION_POLICY:string "collection-policy")
  (defconst GUARD_POLICY:string "guard-policy")
  (defconst NON_UPDATABLE_URI_POLICY:string "non-updatable-uri-policy")

  (defconst CONCRETE_POLICY_LIST:[string]
    [NON_FUNGIBLE_POLICY ROYALTY_POLICY COLLECTION_POLICY GUARD_POLICY NON_UPDATABLE_URI_POLICY]
    "The names that policies can be registered under.")

  ; ---------------------------------------------------------------------------
  ; Tables

  (defschema ledger
    @doc "The ledger that is answered, under the empty key."
    ledger-impl:module{ledger-v2})

  (deftable ledgers:{ledger})

  (defschema concrete-policy
    @doc "A well-known policy, under its name."
    policy:module{token-policy-v2})

  (deftable concrete-policies:{concrete-policy})

  (defschema sale-contract
    @doc "A way of selling, under the name of its module."
    sale-contract:module{sale-v2})

  (deftable sale-whitelist:{sale-contract})

  (defschema fungible-account
    @doc "An account of a fungible, and its guard."
    account:string
    guard:guard)

  (defschema quote-spec
    @doc "What a seller asks: the price in a fungible, and the way of selling, or an empty string for \
         \a fixed price."
    fungible:module{fungible-v2}
    seller-fungible-account:object{fungible-account}
    sale-price:decimal
    sale-type:string)

  (defschema quote-schema
    @doc "What a seller asks for what, under the id of the sale."
    @model [(invariant (>= sale-price 0.0))]
    token-id:string
    amount:decimal
    seller:string
    timeout:integer
    fungible:module{fungible-v2}
    seller-fungible-account:object{fungible-account}
    sale-price:decimal
    sale-type:string)

  (deftable quotes:{quote-schema})

  (defschema marketplace-fee-spec
    @doc "What part of the price a buyer pays to a marketplace, beside the price."
    mk-account:string
    mk-fee-percentage:decimal)

  ; ---------------------------------------------------------------------------
  ; Capabilities

  (defcap GOVERNANCE:bool ()
    @doc "Allows replacing this module, and registering the ledger."
    (enforce-keyset ADMIN-KS))

  (defcap CONCRETE-POLICY:bool (policy-field:string policy:module{token-policy-v2})
    @doc "Allows registering a policy. Also its event."
    @event
    (enforce-keyset ADMIN-KS))

  (defcap SALE-WHITELIST:bool (sale-contract-key:string)
    @doc "Allows registering a way of selling. Also its event."
    @event
    (enforce-keyset ADMIN-KS))

  (defcap QUOTE:bool (sale-id:string token-id:string spec:object{quote-spec})
    @doc "The event of an offer with a price."
    @event
    true)

  (defcap UPDATE-QUOTE-PRICE:bool
    (token-id:string sale-id:string sale-type:string updated-price:decimal)
    @doc "Allows setting the price of a sale, if its way of selling agrees."
    (enforce (> updated-price 0.0) "QUOTE price must be positive")
    (compose-capability (SALE-GUARD-CALL sale-id updated-price))
    (let ((sale-contract:module{sale-v2} (retrieve-sale sale-type)))
      (sale-contract::enforce-quote-update sale-id updated-price)))

  (defcap SALE-GUARD-CALL:bool (sale-id:string price:decimal)
    @doc "Held while a way of selling is asked about a price."
    true)

  (defcap OFFER:bool (sale-id:string)
    @doc "Held while what a seller asks is written down."
    true)

  (defcap BUY:bool (sale-id:string)
    @doc "Held while the buyer pays."
    true)

  (defcap ESCROW:bool (sale-id:string)
    @doc "Allows paying out of the escrow of a sale. Held while its policies are asked about a \
         \purchase, and while the seller is paid."
    true)

  (defcap FUNGIBLE-TRANSFER-CALL:bool (id:string)
    @doc "Held while the buyer pays. For user guards of accounts that pay for one sale only."
    true)

  (defcap INIT-CALL:bool (id:string precision:integer uri:string policy:string)
    @doc "Held while POLICY is asked about creating a token."
    true)

  (defcap TRANSFER-CALL:bool (id:string sender:string receiver:string amount:decimal policy:string)
    @doc "Held while POLICY is asked about a transfer."
    true)

  (defcap MINT-CALL:bool (id:string account:string amount:decimal policy:string)
    @doc "Held while POLICY is asked about minting."
    true)

  (defcap BURN-CALL:bool (id:string account:string amount:decimal policy:string)
    @doc "Held while POLICY is asked about burning."
    true)

  (defcap OFFER-CALL:bool
    (id:string seller:string amount:decimal sale-id:string timeout:integer policy:string)
    @doc "Held while POLICY is asked about an offer."
    true)

  (defcap WITHDRAW-CALL:bool
    (id:string seller:string amount:decimal sale-id:string timeout:integer policy:string)
    @doc "Held while POLICY is asked about withdrawing an offer."
    true)

  (defcap BUY-CALL:bool
    (id:string seller:string buyer:string amount:decimal sale-id:string policy:string)
    @doc "Held while POLICY is asked about a purchase."
    true)

  (defcap UPDATE-URI-CALL:bool (id:string new-uri:string policy:string)
    @doc "Held while POLICY is asked about a new URI."
    true)

  ; ---------------------------------------------------------------------------
  ; What the administrator registers

  (defun init:bool (ledger:module{ledger-v2})
    @doc "Registers the ledger that is answered."
    (with-capability (GOVERNANCE)
      (write ledgers "" { "ledger-impl": ledger }))
    true)

  (defun write-concrete-policy:bool (policy-field:string policy:module{token-policy-v2})
    @doc "Registers a policy under one of the names of `CONCRETE_POLICY_LIST`."
    (enforce (contains policy-field CONCRETE_POLICY_LIST) "Not registered as concrete policy")
    (with-capability (CONCRETE-POLICY policy-field policy)
      (write concrete-policies policy-field { "policy": policy }))
    true)

  (defun add-sale-whitelist:bool (sale-contract:module{sale-v2})
    @doc "Registers a way of selling under the name of its module."
    (let ((sale-key (format "{}" [sale-contract])))
      (with-capability (SALE-WHITELIST sale-key)
        (insert sale-whitelist sale-key { "sale-contract": sale-contract })))
    true)

  (defun retrieve-ledger:module{ledger-v2} ()
    @doc "Returns the ledger that is answered."
    (with-read ledgers "" { "ledger-impl" := ledger } ledger))

  (defun get-concrete-policy:module{token-policy-v2} (policy-field:string)
    @doc "Returns the policy of that name."
    (with-read concrete-policies policy-field { "policy" := policy } policy))

  (defun retrieve-sale:module{sale-v2} (sale-type:string)
    @doc "Returns the way of selling whose module has that name."
    (with-read sale-whitelist sale-type { "sale-contract" := sale-contract } sale-contract))

  ; ---------------------------------------------------------------------------
  ; What the ledger asks

  (defun enforce-init:[bool] (token:object{token-info})
    @doc "Asks the policies whether TOKEN may be created."
    (bind token
      { "id" := id, "precision" := precision, "uri" := uri }
      (let ((ledger:module{ledger-v2} (retrieve-ledger)))
        (require-capability (ledger::INIT-CALL id precision uri)))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (INIT-CALL id precision uri name)
              (enforce-agreed name (policy::enforce-init token)))))
        (at "policies" token))))

  (defun enforce-mint:[bool] (token:object{token-info} account:string guard:guard amount:decimal)
    @doc "Asks the policies whether AMOUNT of TOKEN may be made for ACCOUNT."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::MINT-CALL id account amount))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (MINT-CALL id account amount name)
              (enforce-agreed name (policy::enforce-mint token account guard amount)))))
        (at "policies" token))))

  (defun enforce-burn:[bool] (token:object{token-info} account:string amount:decimal)
    @doc "Asks the policies whether AMOUNT of TOKEN of ACCOUNT may be destroyed."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::BURN-CALL id account amount))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (BURN-CALL id account amount name)
              (enforce-agreed name (policy::enforce-burn token account amount)))))
        (at "policies" token))))

  (defun enforce-transfer:[bool]
    (token:object{token-info} sender:string guard:guard receiver:string amount:decimal)
    @doc "Asks the policies whether SENDER, whose guard is GUARD, may transfer AMOUNT of TOKEN."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::TRANSFER-CALL id sender receiver amount))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (TRANSFER-CALL id sender receiver amount name)
              (enforce-agreed name (policy::enforce-transfer token sender guard receiver amount)))))
        (at "policies" token))))

  (defun enforce-update-uri:[bool] (token:object{token-info} new-uri:string)
    @doc "Asks the policies whether the URI of TOKEN may become NEW-URI. Each of them must have an \
         \answer."
    ; Types of fields with computed names are not checked: no annotation turns a policy into one that also has this rule.
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)) (field "policies"))
      (require-capability (ledger::UPDATE-URI-CALL id new-uri))
      (map
        (lambda (policy:module{token-policy-v2, updatable-uri-policy-v1})
          (let ((name (format "{}" [policy])))
            (with-capability (UPDATE-URI-CALL id new-uri name)
              (enforce-agreed name (policy::enforce-update-uri token new-uri)))))
        (at field token))))

  (defun enforce-offer:[bool]
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Asks the policies whether SELLER may offer AMOUNT of TOKEN. If the transaction data has a \
         \\"quote\" (`quote-spec`), whoever buys must pay that."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::OFFER-CALL id seller amount timeout sale-id))
      (enforce-sale-pact sale-id)
      (enforce (= (pact-id) (tx-hash)) "cannot be triggered as nested defpacts")
      (if (exists-msg-quote QUOTE-MSG-KEY)
        (with-capability (OFFER sale-id)
          (save-quote id seller amount timeout sale-id (read-msg QUOTE-MSG-KEY)))
        true)
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (OFFER-CALL id seller amount sale-id timeout name)
              (enforce-agreed name (policy::enforce-offer token seller amount timeout sale-id)))))
        (at "policies" token))))

  (defun enforce-withdraw:[bool]
    (token:object{token-info} seller:string amount:decimal timeout:integer sale-id:string)
    @doc "Asks the way of selling and the policies whether an offer may be withdrawn."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::WITHDRAW-CALL id seller amount timeout sale-id))
      (enforce-sale-pact sale-id)
      (let ((sale-type (sale-type-of sale-id)))
        (if (= "" sale-type)
          true
          (let ((sale-contract:module{sale-v2} (retrieve-sale sale-type)))
            (enforce-agreed sale-type (sale-contract::enforce-withdrawal sale-id)))))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (WITHDRAW-CALL id seller amount sale-id timeout name)
              (enforce-agreed name
                (policy::enforce-withdraw token seller amount timeout sale-id)))))
        (at "policies" token))))

  (defun enforce-buy:[bool]
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Asks the policies whether BUYER may buy. If the offer has a price, the account \
         \\"buyer_fungible_account\" of the transaction data pays it to an escrow account. The \
         \policies may pay out of that, and the seller gets the rest."
    (enforce-sale-pact sale-id)
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::BUY-CALL id seller buyer amount sale-id))
      (if (exists-quote sale-id)
        (let ((_ (with-capability (BUY sale-id) (take-payment id sale-id))))
          (with-capability (ESCROW sale-id)
            (let ((answers (ask-about-purchase token seller buyer buyer-guard amount sale-id)))
              (pay-seller sale-id)
              answers)))
        (ask-about-purchase token seller buyer buyer-guard amount sale-id))))

  (defun ask-about-purchase:[bool]
    (token:object{token-info}
     seller:string
     buyer:string
     buyer-guard:guard
     amount:decimal
     sale-id:string)
    @doc "Asks the policies whether BUYER may buy. Only while the ledger asks."
    (let ((ledger:module{ledger-v2} (retrieve-ledger)) (id (at "id" token)))
      (require-capability (ledger::BUY-CALL id seller buyer amount sale-id))
      (map
        (lambda (policy:module{token-policy-v2})
          (let ((name (format "{}" [policy])))
            (with-capability (BUY-CALL id seller buyer amount sale-id name)
              (enforce-agreed name
                (policy::enforce-buy token seller buyer buyer-guard amount sale-id)))))
        (at "policies" token))))

  (defun enforce-agreed:bool (name:string answer:bool)
    @doc "Fails if NAME has answered false. Policies usually fail themselves."
    (enforce answer (format "Refused by {}" [name])))

  (defun enforce-sale-pact:bool (sale:string)
    @doc "Fails if SALE is not the defpact that is running."
    (enforce (= sale (pact-id)) "Invalid pact/sale id"))

  ; ---------------------------------------------------------------------------
  ; Prices and payment

  (defun get-escrow-account:object{fungible-account} (sale-id:string)
    @doc "Returns the account that holds the payment of a sale, for as long as the purchase runs."
    (let ((guard (create-capability-guard (ESCROW sale-id))))
      { "account": (create-principal guard), "guard": guard }))

  (defun get-quote-info:object{quote-schema} (sale-id:string)
    @doc "Returns what a seller asks. Fails if the sale has no price."
    (read quotes sale-id))

  (defun exists-quote:bool (sale-id:string)
    @doc "Whether a sale has a price."
    (!= "" (with-default-read quotes sale-id { "token-id": "" } { "token-id" := id } id)))

  (defun sale-type-of:string (sale-id:string)
    @doc "Returns the way of selling, or an empty string if the sale has a fixed price or none."
    (with-default-read quotes sale-id { "sale-type": "" } { "sale-type" := sale-type } sale-type))

  (defun exists-msg-quote:bool (msg:string)
    @doc "Whether the transaction data has an object of that name."
    (!= {} (try {} (read-msg msg))))

  (defun exists-msg-decimal:bool (msg:string)
    @doc "Whether the transaction data has a number of that name."
    (let ((number:decimal (try -1.0 (read-msg msg)))) (!= -1.0 number)))

  (defun validate-fungible-account:bool
    (fungible:module{fungible-v2} account:object{fungible-account})
    @doc "Fails if the account does not exist, or has another guard."
    (let ((found (fungible::details (at "account" account))))
      (enforce (= (at "guard" found) (at "guard" account)) "Account guard does not match")))

  (defun validate-quote:bool (quote-spec:object{quote-schema})
    @doc "Fails if the price or the account of the seller cannot be."
    (bind quote-spec
      { "fungible" := fungible:module{fungible-v2}
      , "seller-fungible-account" := seller-account
      , "sale-price" := price
      , "sale-type" := sale-type
      }
      (validate-fungible-account fungible seller-account)
      (fungible::enforce-unit price)
      (if (= sale-type "")
        (enforce (> price 0.0) "Offer price must be positive")
        (let ((_:module{sale-v2} (retrieve-sale sale-type)))
          (enforce (>= price 0.0) "Offer price must be positive or zero")))))

  (defun save-quote:bool
    (token-id:string
     seller:string
     amount:decimal
     timeout:integer
     sale-id:string
     spec:object{quote-spec})
    @doc "Writes down what a seller asks."
    (require-capability (OFFER sale-id))
    (bind spec
      { "fungible" := fungible:module{fungible-v2}
      , "seller-fungible-account" := seller-account
      , "sale-price" := price
      , "sale-type" := sale-type
      }
      (let ((quote:object{quote-schema}
              { "token-id": token-id
              , "amount": amount
              , "seller": seller
              , "timeout": timeout
              , "fungible": fungible
              , "seller-fungible-account": seller-account
              , "sale-price": price
              , "sale-type": sale-type
              }))
        (validate-quote quote)
        (insert quotes sale-id quote)))
    (create-escrow (at "fungible" spec) (get-escrow-account sale-id))
    (emit-event (QUOTE sale-id token-id spec)))

  (defun create-escrow:string (fungible:module{fungible-v2} escrow:object{fungible-account})
    @doc "Creates the account of the escrow. Its name can be known beforehand, so that somebody may \
         \have created it: its guard is still that of its name."
    (bind escrow
      { "account" := account, "guard" := guard }
      (if (try false (= guard (at "guard" (fungible::details account))))
        "It exists"
        (fungible::create-account account guard))))

  (defun take-payment:string (token-id:string sale-id:string)
    @doc "Moves the price from the buyer to escrow, and the fee of a marketplace to that."
    (require-capability (BUY sale-id))
    (finalize-price token-id sale-id)
    (bind (get-quote-info sale-id)
      { "fungible" := fungible:module{fungible-v2}, "sale-price" := price }
      (enforce (> price 0.0) "Price is not finalized for this quote")
      (bind (marketplace-fee)
        { "mk-account" := mk-account, "mk-fee-percentage" := mk-fee-percentage }
        (enforce (and (>= mk-fee-percentage 0.0) (<= mk-fee-percentage 1.0))
          "Invalid market-fee percentage")
        (bind (get-escrow-account sale-id)
          { "account" := escrow, "guard" := guard }
          (let ((payer (read-string BUYER-FUNGIBLE-ACCOUNT-MSG-KEY))
                (mk-fee (floor (* mk-fee-percentage price) (fungible::precision))))
            (with-capability (FUNGIBLE-TRANSFER-CALL sale-id)
              (if (> mk-fee 0.0) (fungible::transfer payer mk-account mk-fee) "No fee")
              (fungible::transfer-create payer escrow guard price)))))))

  (defun finalize-price:string (token-id:string sale-id:string)
    @doc "Sets the price that a way of selling has found, if it agrees."
    (require-capability (BUY sale-id))
    (let ((sale-type (sale-type-of sale-id)))
      (if (and (!= sale-type "") (exists-msg-decimal UPDATED-PRICE-KEY))
        (let ((price:decimal (read-msg UPDATED-PRICE-KEY))
              (fungible:module{fungible-v2} (at "fungible" (get-quote-info sale-id))))
          (fungible::enforce-unit price)
          (with-capability (UPDATE-QUOTE-PRICE token-id sale-id sale-type price)
            (update quotes sale-id { "sale-price": price })))
        "The price is fixed")))

  (defun marketplace-fee:object{marketplace-fee-spec} ()
    @doc "Returns the fee of the transaction data, or none."
    (try { "mk-account": "", "mk-fee-percentage": 0.0 } (read-msg MARKETPLACE-FEE-KEY)))

  (defun pay-seller:string (sale-id:string)
    @doc "Moves what the policies have left in escrow to the seller."
    (require-capability (ESCROW sale-id))
    (bind (get-quote-info sale-id)
      { "fungible" := fungible:module{fungible-v2}, "seller-fungible-account" := seller-account }
      (let* ((escrow (at "account" (get-escrow-account sale-id)))
             (rest (fungible::get-balance escrow)))
        (if (> rest 0.0)
          (fungible::transfer escrow (at "account" seller-account) rest)
          "Nothing is left"))))
)
