// Written by `npm run generate` from the definitions of builtins: tests/generate/builtin-tables.ts.

/** For each release, the flat costs that it sets: milligas, and the internal names of the builtins with that cost. */
export const builtinPrices: ReadonlyMap<string, string> = new Map([
  [
    '5.0',
    `
    100:
      != * + - / < <= = > >= ^ abs and? at bind ceiling ceiling-prec compose concat cond contains
      continue create-capability-guard create-capability-pact-guard create-principal dec distinct
      drop enumerate enumerate-step filter floor floor-prec fold format hash identity int-to-str
      is-principal length make-list map mod namespace negate not not? or? pact-id pairing-check
      point-add remove reverse round round-prec scalar-mult shift show sort sort-object
      static-redeploy str-to-int str-to-int-base take tx-hash typeof typeof-principal where yield
      yield-to-chain zip decrypt-cc20p1305 keylog keys-2 keys-all keys-any list public-chain-data
      txids txlog validate-keypair
    200:
      create-module-guard create-pact-guard read-decimal read-integer read-keyset read-msg
      read-msg-default read-string
    250:
      & add-time base64-decode base64-encode days diff-time hours minutes str-to-list
      validate-principal xor | ~
    500:
      chain-data compose-capability format-time install-capability is-charset parse-time
      require-capability resume time
    1000:
      emit-event hash-keccak256 ln log sqrt
    2000:
      enforce-guard enforce-keyset exp hyperlane-decode-token-message
      hyperlane-encode-token-message hyperlane-message-id keyset-ref-guard
    2500:
      read read-with-fields with-default-read with-read
    5000:
      define-keyset define-read-keyset
    10000:
      enforce-verifier
    20000:
      acquire-module-admin
    25000:
      define-namespace insert update write
    100000:
      describe-keyset describe-module describe-namespace describe-table list-modules verify-spv
    124000:
      hash-poseidon poseidon-hash-hack-a-chain
    250000:
      create-table
    40000000:
      fold-db keys select select-with-fields
    `,
  ],
]);
