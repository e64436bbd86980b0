// `hash-keccak256`

import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { concatBytes } from '../../../base/bytes.ts';
import { countUnitsRead } from '../../../base/interruption.ts';
import { longTextBytes } from '../../../base/long-texts.ts';
import { keccak256 } from '../../../base/crypto/keccak256.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceStrings } from '../strings/elements.ts';
import { base64Fault } from './base64-fault.ts';

export const hashKeccak256 = builtin({
  name: 'hash-keccak256',
  since: '4.12',
  builtins: { 'hash-keccak256': { number: 136, gas: { '5.0': 1_000 }, does: 'pure' } },
  doc:
    'Returns the Keccak-256 hash (with the padding of Ethereum, not of SHA-3) of the concatenated ' +
    'bytes. Bytes are given and returned as base64url.',
  types: { 'hash-keccak256': ['[string] -> string'] },
  overloads: [
    overload({
      internal: 'hash-keccak256',
      params: [param('chunks', 'list', 'Strings of base64url.')],
      returns: 'string',
      run(call, chunks) {
        const texts = enforceStrings(call, chunks.items);
        chargeKeccak(call, texts);
        const bytes = concatBytes(texts.map((text) => decoded(call, text)));
        return toBase64Url(keccak256(bytes));
      },
    }),
  ],
  examples: [
    { code: '(hash-keccak256 [])', gives: '"xdJGAYb3IzySfn2y3McDwOUAtlPKgic7e_rYBF2FpHA"' },
    {
      code: '(= (hash-keccak256 ["T73FllCNIKFgqFJK4g"]) (hash-keccak256 ["T73F" "llCNIKFgqFJK4g"]))',
      gives: 'true',
    },
    { code: '(hash-keccak256 ["a"])', gives: { fails: 'Base64URL decode failed' } },
  ],
});

function chargeKeccak(call: BuiltinCall, texts: readonly string[]): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  const lengths = texts.map(longTextBytes);
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  const cost = meter.costs.keccak(bytes, texts.length);
  meter.charge(cost, gasLabels.keccak(lengths), call.span);
}

function decoded(call: BuiltinCall, text: string): Uint8Array {
  countUnitsRead(text.length);
  const bytes = fromBase64Url(text);
  if (bytes !== undefined) return bytes;
  return call.fail('Keccak256Base64Exception', { cause: base64Fault(text) });
}
