// Compares the builtins of the REPL with the reference's lists (sections 9.1 and 9.2) and the interface specification's
// table.

import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../src/base/text.ts';
import { isReplBuiltin } from '../../../../src/lang/core/encoding/builtin-index.ts';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';
import type { BuiltinDescription } from '../../../../src/script/builtins.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);
const namesOf = (definitions: readonly { readonly name: string }[]): string[] =>
  definitions.map(({ name }) => name);

/** Section 9.1 */
const ofPact5 = words(`
  begin-tx commit-tx continue-pact enforce-pact-version env-chain-data env-data
  env-enable-repl-natives env-events env-exec-config env-gas env-gaslimit env-gaslog env-gasmodel
  env-hash env-keys env-milligas env-module-admin env-namespace-policy env-set-debug-flag
  env-set-milligas env-sigs env-stackframe env-verifiers expect expect-failure expect-that load
  pact-state pact-version print rollback-tx sig-keyset test-capability typecheck`);

/** Section 9.2; its \`json\` is the name of a type, not a builtin. */
const ofPact4 = words(`
  bench env-dynref env-entity env-gasprice env-gasrate env-simulate-onchain format-address mock-spv
  verify with-applied-env`);

/** The table "REPL-only functions" of the interface specification. */
const ofSpecification = words(`
  begin-tx commit-tx continue-pact describe-module env-chain-data env-data env-enable-repl-natives
  env-events env-exec-config env-gas env-gaslimit env-gaslog env-gasmodel env-hash env-keys
  env-namespace-policy env-sigs expect-failure expect-that expect`);

/** Internal names that Pact 5 does not have: forms of Pact 4 and of the specification. */
const ownInternalNames = words(`env-ask-exec-config env-gasmodel-fixed typecheck-debug`);

/** Extensions, which no release of Pact has. */
const ofOurs = words('continue-with-proof env-chain-proof env-on-chain');

const { core, repl, legacy } = builtinSets;
const legacyOfRepl = legacy.all.filter(({ name }) => ofPact4.includes(name));
const ownOfRepl = legacy.all.filter(({ name }) => ofOurs.includes(name));
const all: readonly BuiltinDescription[] = [...repl.all, ...legacyOfRepl, ...ownOfRepl];

describe('the builtins of the REPL', () => {
  it('are those of Pact 5', () => {
    expect(namesOf(repl.all)).toEqual(ofPact5);
  });

  it('include those of Pact 4, marked as removed', () => {
    expect(namesOf(legacyOfRepl)).toEqual(ofPact4);
    for (const { name, until } of legacyOfRepl) expect([name, until]).toEqual([name, until ?? '']);
  });

  it('include extensions', () => {
    expect(namesOf(ownOfRepl)).toEqual(ofOurs);
  });

  it('include all that the specification lists', () => {
    const known = ofSpecification.filter(
      (name) => repl.named(name) !== undefined || core.named(name) !== undefined,
    );
    expect(known).toEqual(ofSpecification);
  });

  it('are sorted', () => {
    expect(ofPact5.toSorted(compareText)).toEqual(ofPact5);
    expect(ofPact4.toSorted(compareText)).toEqual(ofPact4);
  });

  it('have numbers, which gas and hashes of modules with REPL builtins depend on', () => {
    const internal = repl.all.flatMap((definition) =>
      definition.overloads.map((each) => each.internal),
    );
    expect(internal.filter((name) => !isReplBuiltin(name))).toEqual(ownInternalNames);
  });
});

describe('a definition', () => {
  it.each(all)('$name is documented', ({ doc, examples, overloads, since }) => {
    expect(doc).toMatch(/^\S(.*\S)?[.)]$/);
    expect(doc).not.toMatch(/\s{2}|\n/);
    expect(since).toMatch(/^\d+\.\d+(\.\d+)?$/);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const { params } of overloads) {
      for (const { doc: text } of params) expect(text).toMatch(/^\S.*\.$/);
    }
  });
});
