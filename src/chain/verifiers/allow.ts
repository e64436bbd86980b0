// The verifier `allow`: its proof is a capability as JSON text, and it grants exactly that one. For development
// networks, because anyone can write such a proof.
// Source: Chainweb/VerifierPlugin/Allow.hs.

import { isJsonArray, isJsonObject } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import {
  decodeStable,
  parseQualifiedName,
  type QualifiedCapability,
  sameCapability,
} from '../../lang/session/run.ts';
import type { Verifier } from './verifier.ts';

const price = 100n;

export const allow: Verifier = ({ proof, capabilities, charge }) => {
  charge(price);
  if (typeof proof !== 'string') return 'expected string literal in verifier arguments';
  const named = capabilityIn(proof);
  if (named === undefined) return `argument was not a JSON-encoded capability: ${proof}`;
  const [only, ...more] = capabilities;
  if (only !== undefined && more.length === 0 && sameCapability(only, named)) return undefined;
  return 'granted capability is not the one in the proof';
};

function capabilityIn(text: string): QualifiedCapability | undefined {
  const read = readJson(text);
  if (read.kind === 'fault' || !isJsonObject(read.value)) return undefined;
  const name = read.value.get('name');
  const args = read.value.get('args');
  const qualified = typeof name === 'string' ? parseQualifiedName(name) : undefined;
  if (qualified === undefined || args === undefined || !isJsonArray(args)) return undefined;
  return { name: qualified, args: args.map(decodeStable) };
}
