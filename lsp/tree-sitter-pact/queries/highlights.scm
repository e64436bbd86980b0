; Written by `npm run generate`: change tests/generate/tree-sitter-highlights.ts, not this file.

(comment) @comment
(string) @string
(symbol) @string.special.symbol
(integer) @number
(decimal) @number.float
(boolean) @boolean

(identifier) @variable
(parameter name: (identifier) @variable.parameter)
(field name: (identifier) @property)
(pair key: (_) @property)
(binding key: (_) @property)
(qualified_name namespace: (identifier) @module)
(dynamic_name reference: (identifier) @variable)
(list head: (identifier) @function.call)
(list head: (qualified_name name: (identifier) @function.call))
(list head: (dynamic_name name: (identifier) @function.call))

((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_-]+$"))
((identifier) @constant.builtin
  (#any-of? @constant.builtin
    "CHARSET_ASCII"
    "CHARSET_LATIN1"))
((identifier) @function.builtin
  (#any-of? @function.builtin
    "abs"
    "acquire-module-admin"
    "add-time"
    "and?"
    "at"
    "base64-decode"
    "base64-encode"
    "bind"
    "ceiling"
    "chain-data"
    "compose"
    "compose-capability"
    "concat"
    "contains"
    "continue"
    "create-capability-guard"
    "create-capability-pact-guard"
    "create-module-guard"
    "create-pact-guard"
    "create-principal"
    "create-table"
    "days"
    "dec"
    "define-keyset"
    "define-namespace"
    "describe-keyset"
    "describe-module"
    "describe-namespace"
    "describe-table"
    "diff-time"
    "distinct"
    "drop"
    "emit-event"
    "enforce-guard"
    "enforce-keyset"
    "enforce-verifier"
    "enumerate"
    "exp"
    "filter"
    "floor"
    "fold"
    "fold-db"
    "format"
    "format-time"
    "hash"
    "hash-keccak256"
    "hash-poseidon"
    "hours"
    "hyperlane-decode-token-message"
    "hyperlane-encode-token-message"
    "hyperlane-message-id"
    "identity"
    "insert"
    "install-capability"
    "int-to-str"
    "is-charset"
    "is-principal"
    "keys"
    "keyset-ref-guard"
    "length"
    "list-modules"
    "ln"
    "log"
    "make-list"
    "minutes"
    "mod"
    "namespace"
    "negate"
    "not"
    "not?"
    "or?"
    "pact-id"
    "pairing-check"
    "parse-time"
    "point-add"
    "poseidon-hash-hack-a-chain"
    "read"
    "read-decimal"
    "read-integer"
    "read-keyset"
    "read-msg"
    "read-string"
    "remove"
    "require-capability"
    "resume"
    "reverse"
    "round"
    "scalar-mult"
    "select"
    "shift"
    "show"
    "sort"
    "sqrt"
    "static-redeploy"
    "str-to-int"
    "str-to-list"
    "take"
    "time"
    "tx-hash"
    "typeof"
    "typeof-principal"
    "update"
    "validate-principal"
    "verify-spv"
    "where"
    "with-default-read"
    "with-read"
    "write"
    "xor"
    "yield"
    "zip"))
((identifier) @function.builtin
  (#any-of? @function.builtin
    "begin-tx"
    "commit-tx"
    "continue-pact"
    "enforce-pact-version"
    "env-chain-data"
    "env-data"
    "env-enable-repl-natives"
    "env-events"
    "env-exec-config"
    "env-gas"
    "env-gaslimit"
    "env-gaslog"
    "env-gasmodel"
    "env-hash"
    "env-keys"
    "env-milligas"
    "env-module-admin"
    "env-namespace-policy"
    "env-set-debug-flag"
    "env-set-milligas"
    "env-sigs"
    "env-stackframe"
    "env-verifiers"
    "expect"
    "expect-failure"
    "expect-that"
    "load"
    "pact-state"
    "pact-version"
    "print"
    "rollback-tx"
    "sig-keyset"
    "test-capability"
    "typecheck"))
((identifier) @operator
  (#any-of? @operator
    "!="
    "&"
    "*"
    "+"
    "-"
    "/"
    "<"
    "<="
    "="
    ">"
    ">="
    "^"
    "|"
    "~"))
((identifier) @keyword
  (#any-of? @keyword
    "and"
    "cond"
    "constantly"
    "create-user-guard"
    "do"
    "enforce"
    "enforce-one"
    "error"
    "if"
    "map"
    "or"
    "pure"
    "suspend"
    "try"
    "with-capability"))

(module name: (identifier) @module)
(interface name: (identifier) @module)
(use module: (identifier) @module)
(implements interface: (identifier) @module)
(defun name: (identifier) @function)
(defcap name: (identifier) @function)
(defpact name: (identifier) @function)
(defconst name: (identifier) @constant)
(defschema name: (identifier) @type.definition)
(deftable name: (identifier) @variable)
(type_name) @type.builtin
(type schema: (_) @type)

[
    "bless"
    "defcap"
    "defconst"
    "defpact"
    "defschema"
    "deftable"
    "defun"
    "implements"
    "interface"
    "module"
    "step"
    "step-with-rollback"
    "use"
    "let"
    "let*"
    "lambda"
] @keyword
[
    "@doc"
    "@managed"
    "@model"
] @attribute
(event) @attribute

":=" @operator
["." "::" ":" ","] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
