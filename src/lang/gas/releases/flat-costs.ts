// The flat cost of each native, charged when its last argument is there and before any argument is
// looked at. What a native costs beyond that depends on sizes: see `formulas`.
// Source: Gas/TableGasModel.hs (coreBuiltinGasCost); section 8.3. The releases 5.0 to 5.4.1 agree.

import { assert } from '../../../base/assert.ts';

/** Milligas, and the internal names of the natives that cost it. */
const costs: readonly (readonly [number, string])[] = [
  [
    100,
    `+ - * / negate abs ^ not = != > >= < <= shift round ceiling floor round-prec ceiling-prec
    floor-prec length take drop concat reverse contains sort sort-object remove mod map filter
    zip int-to-str str-to-int str-to-int-base fold distinct format enumerate enumerate-step show
    at make-list yield yield-to-chain bind create-capability-guard create-capability-pact-guard
    tx-hash and? or? where not? hash continue compose create-principal is-principal
    typeof-principal namespace pact-id pairing-check scalar-mult point-add typeof dec cond
    identity static-redeploy`,
  ],
  [
    200,
    `read-msg read-msg-default read-integer read-decimal read-string read-keyset
    create-module-guard create-pact-guard`,
  ],
  [
    250,
    `& | xor ~ base64-encode base64-decode str-to-list add-time diff-time hours minutes days
    validate-principal`,
  ],
  [
    500,
    `resume require-capability compose-capability install-capability parse-time format-time time
    chain-data is-charset`,
  ],
  [1_000, 'ln sqrt log emit-event hash-keccak256'],
  [
    2_000,
    `exp enforce-guard enforce-keyset keyset-ref-guard hyperlane-message-id
    hyperlane-decode-token-message hyperlane-encode-token-message`,
  ],
  [2_500, 'read read-with-fields with-read with-default-read'],
  [5_000, 'define-keyset define-read-keyset'],
  [10_000, 'enforce-verifier'],
  [20_000, 'acquire-module-admin'],
  [25_000, 'insert update write define-namespace'],
  [
    100_000,
    `describe-keyset describe-module describe-table describe-namespace list-modules verify-spv`,
  ],
  [124_000, 'poseidon-hash-hack-a-chain hash-poseidon'],
  [250_000, 'create-table'],
  [40_000_000, 'fold-db keys select select-with-fields'],
  // Natives that only Pact 4 had are offered without a table of their own: the least that a native
  // costs.
  [
    100,
    `list decrypt-cc20p1305 validate-keypair public-chain-data txids txlog keylog keys-all
    keys-any keys-2`,
  ],
];

/** By internal name. */
export const flatCosts: ReadonlyMap<string, number> = tabulate();

function tabulate(): Map<string, number> {
  const table = new Map<string, number>();
  for (const [cost, names] of costs) {
    for (const name of names.trim().split(/\s+/)) {
      assert(!table.has(name), `${name} has one flat cost`);
      table.set(name, cost);
    }
  }
  return table;
}
