// Written by `npm run generate` from the definitions of builtins: tests/generate/builtin-tables.ts.

/** Internal names in the order of their numbers, from 0. */
export const numberedBuiltins = `
  + - * / negate abs ^ not = != > >= < <= & | xor ~ shift round ceiling floor round-prec
  ceiling-prec floor-prec exp ln sqrt log length take drop concat reverse contains sort sort-object
  remove mod map filter zip int-to-str str-to-int str-to-int-base fold distinct format enumerate
  enumerate-step show read-msg read-msg-default read-integer read-decimal read-string read-keyset
  enforce-guard enforce-keyset keyset-ref-guard at make-list base64-encode base64-decode
  str-to-list yield yield-to-chain resume bind require-capability compose-capability
  install-capability emit-event create-capability-guard create-capability-pact-guard
  create-module-guard create-pact-guard create-table describe-keyset describe-module describe-table
  define-keyset define-read-keyset fold-db insert keys read select select-with-fields update
  with-default-read with-read write tx-hash and? or? where not? hash continue parse-time
  format-time time add-time diff-time hours minutes days compose create-principal is-principal
  typeof-principal validate-principal namespace define-namespace describe-namespace chain-data
  is-charset pact-id pairing-check scalar-mult point-add poseidon-hash-hack-a-chain typeof dec cond
  identity verify-spv enforce-verifier acquire-module-admin hyperlane-message-id
  hyperlane-decode-token-message hyperlane-encode-token-message read-with-fields list-modules
  static-redeploy hash-keccak256 hash-poseidon
`;
