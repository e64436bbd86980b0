// Compares the registry with the reference's lists of builtins (sections 2.8 and 2.9), and with the tables that are
// generated from the definitions.

import { describe, expect, it } from 'vitest';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import { internalNamesOf, builtinOf } from '../../../../src/lang/builtins/define.ts';
import { legacyBuiltins } from '../../../../src/lang/builtins/legacy.ts';
import { Registry } from '../../../../src/lang/builtins/registry.ts';
import { compareText } from '../../../../src/base/text.ts';
import { coreBuiltins as numbered } from '../../../../src/lang/core/encoding/builtin-index.ts';
import { newestGasSchedule } from '../../../../src/lang/gas/releases/index.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);
const namesOf = (definitions: readonly { readonly name: string }[]): string[] =>
  definitions.map(({ name }) => name);

const coreNames = words(`
  != & * + - / < <= = > >= ^ abs acquire-module-admin add-time and? at base64-decode base64-encode
  bind ceiling chain-data compose compose-capability concat cond contains continue
  create-capability-guard create-capability-pact-guard create-module-guard create-pact-guard
  create-principal create-table days dec define-keyset define-namespace describe-keyset
  describe-module describe-namespace describe-table diff-time distinct drop emit-event
  enforce-guard enforce-keyset enforce-verifier enumerate exp filter floor fold fold-db format
  format-time hash hash-keccak256 hash-poseidon hours hyperlane-decode-token-message
  hyperlane-encode-token-message hyperlane-message-id identity insert install-capability int-to-str
  is-charset is-principal keys keyset-ref-guard length list-modules ln log make-list map minutes mod
  namespace negate not not? or? pact-id pairing-check parse-time point-add
  poseidon-hash-hack-a-chain read read-decimal read-integer read-keyset read-msg read-string remove
  require-capability resume reverse round scalar-mult select shift show sort sqrt static-redeploy
  str-to-int str-to-list take time tx-hash typeof typeof-principal update validate-principal
  verify-spv where with-default-read with-read write xor yield zip | ~`);

const legacyNames = words(`
  decrypt-cc20p1305 keylog keys-2 keys-all keys-any list public-chain-data txids txlog
  validate-keypair`);

describe('the registry', () => {
  it('has the builtins of section 2.8', () => {
    expect(namesOf(coreBuiltins)).toEqual(coreNames);
  });

  it('has the builtins that only Pact 4 had, of section 2.9', () => {
    expect(namesOf(legacyBuiltins)).toEqual(legacyNames);
    for (const { name, until } of legacyBuiltins) expect([name, until]).toEqual([name, '5.0']);
  });

  it('is sorted', () => {
    expect(coreNames.toSorted(compareText)).toEqual(coreNames);
    expect(legacyNames.toSorted(compareText)).toEqual(legacyNames);
  });

  it('implements every numbered builtin, and has a number for each', () => {
    const internal = coreBuiltins.flatMap((definition) => [...internalNamesOf(definition)]);
    expect(internal.toSorted(compareText)).toEqual([...numbered].sort(compareText));
  });

  it('has a flat cost for every builtin', () => {
    const all = [...coreBuiltins, ...legacyBuiltins].flatMap((definition) =>
      [...internalNamesOf(definition)].map((internal) => builtinOf(definition, internal)),
    );
    expect(namesOf(all.filter(({ name }) => !newestGasSchedule.flatCosts.has(name)))).toEqual([]);
  });

  it('finds builtins by both names', () => {
    const registry = new Registry(coreBuiltins);
    expect(registry.byName('enumerate')?.arity).toBe(2);
    expect(registry.byName('enumerate-step')).toBeUndefined();
    expect(registry.byInternalName('enumerate-step')?.arity).toBe(3);
    expect(registry.byName('constructor')).toBeUndefined();
    expect(registry.byInternalName('__proto__')).toBeUndefined();
  });
});

describe('a definition', () => {
  it.each([...coreBuiltins, ...legacyBuiltins])(
    '$name is documented',
    ({ doc, examples, overloads, since }) => {
      expect(doc).toMatch(/^\S(.*\S)?[.)]$/);
      expect(doc).not.toMatch(/\s{2}|\n/);
      expect(since).toMatch(/^\d+\.\d+(\.\d+)?$/);
      expect(examples.length).toBeGreaterThanOrEqual(2);
      for (const { params } of overloads) {
        for (const { doc: text } of params) expect(text).toMatch(/^\S.*\.$/);
      }
    },
  );
});
