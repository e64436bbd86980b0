// Reads the name of a keyset: `namespace.name`, or any string.
// Source: pact/Pact/Core/Guards.hs (keysetNameParser), RuntimeParsers.hs.

import { blanks, expressionWithIdentifiers } from './identifier-pattern.ts';
import { KeySetName } from '../names.ts';

// The reference's parser stops after the second identifier and ignores the rest.
const qualified = expressionWithIdentifiers(
  ({ identifier }) => `^(${identifier})${blanks}\\.${blanks}(${identifier})`,
);
const reserved: ReadonlySet<string> = new Set(['true', 'false']);

/** Returns `undefined` only for the empty string. */
export function parseKeySetName(text: string): KeySetName | undefined {
  if (text === '') return undefined;
  const [, namespace = '', name = ''] = qualified(text).exec(text) ?? [];
  if (name === '' || reserved.has(namespace) || reserved.has(name)) return new KeySetName(text);
  return new KeySetName(name, namespace);
}
