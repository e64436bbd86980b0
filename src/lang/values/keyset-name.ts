// Reads the name of a keyset: `namespace.name`, or any text at all.
// Source: pact/Pact/Core/Guards.hs (keysetNameParser), RuntimeParsers.hs.

import { lazily } from '../../base/lazily.ts';
import { KeySetName } from './names.ts';

const identifier = '[\\p{L}%#+\\-_&$@<>=^?*!|/~][\\p{L}0-9%#+\\-_&$@<>=^?*!|/~]*';
const blank = '[\\t-\\r\\p{Zs}]*';
// The reference's parser stops after the second identifier and does not look at what follows.
const qualified = lazily(
  () => new RegExp(`^(${identifier})${blank}\\.${blank}(${identifier})`, 'u'),
);
const reserved: ReadonlySet<string> = new Set(['true', 'false']);

/** `undefined` for the empty text only. */
export function parseKeySetName(text: string): KeySetName | undefined {
  if (text === '') return undefined;
  const [, namespace = '', name = ''] = qualified().exec(text) ?? [];
  if (name === '' || reserved.has(namespace) || reserved.has(name)) return new KeySetName(text);
  return new KeySetName(name, namespace);
}
