// Principals: strings that identify guards. Recognises them and their kinds, and creates the principal of a guard.
// Source: pact/Pact/Core/Principal.hs, createPrincipalForGuard in IR/Eval/Runtime/Utils.hs; section 5.6.

import { concatBytes, utf8 } from '../../../base/bytes.ts';
import { blake2b256 } from '../../../base/crypto/hashes.ts';
import { isEd25519Key } from '../../../base/crypto/key-formats.ts';
import { blanks, expressionWithIdentifiers } from './identifier-pattern.ts';
import { hashFromBytes, type Hash } from '../encoding/hash.ts';
import { predicateText } from './show.ts';
import { encodeStable } from '../encoding/stable-json.ts';
import type { Guard, KeySetGuard } from '../value.ts';

export type PrincipalKind = 'k' | 'w' | 'r' | 'u' | 'm' | 'p' | 'c';

/** Returns the principal of the guard. */
export function principalOfGuard(guard: Guard): string {
  switch (guard.guard) {
    case 'keyset':
      return knownPrincipalOfKeySet(guard);
    case 'keyset-ref':
      return `r:${guard.name.text}`;
    case 'user':
      return `u:${guard.fun.text}:${hashOf(guard.args.map((arg) => encodeStable(arg)))}`;
    case 'capability': {
      const args = guard.args.map((arg) => encodeStable(arg));
      return `c:${hashOf([guard.name.text, ...args, guard.pactId ?? ''])}`;
    }
    case 'module':
      return `m:${guard.module.text}:${guard.name}`;
    case 'pact':
      return `p:${guard.pactId}:${guard.name}`;
  }
}

const known = new WeakMap<KeySetGuard, string>();

/** Cached: a keyset may have thousands of keys, but its principal costs the same gas as for one key. */
function knownPrincipalOfKeySet(keySet: KeySetGuard): string {
  let principal = known.get(keySet);
  if (principal === undefined) known.set(keySet, (principal = principalOfKeySet(keySet)));
  return principal;
}

/** Returns the kind of a string in the form of a principal; the guard itself need not exist. */
export function principalKind(text: string): PrincipalKind | undefined {
  const kind = kindOf(text.charAt(0));
  return kind !== undefined && forms[kind](text) ? kind : undefined;
}

function principalOfKeySet({ keys, predicate }: KeySetGuard): string {
  const [only] = keys;
  if (only !== undefined && keys.length === 1 && predicate.kind === 'keys-all') {
    if (isEd25519Key(only)) return `k:${only}`;
  }
  return `w:${hashOf(keys)}:${predicateText(predicate)}`;
}

function hashOf(texts: readonly string[]): Hash {
  return hashFromBytes(blake2b256(concatBytes(texts.map(utf8))));
}

// Names as this parser of the reference accepts them: spaces may follow every identifier and dot, and `true` and
// `false` are not identifiers.
const dot = `\\.${blanks}`;
const moduleName = `@(?:${dot}@)?`;
const anyName = `@(?:${dot}@(?:${dot}@)?)?`;
const hash = '[A-Za-z0-9_-]{43}';

/** `@` matches an identifier. */
const expressionOf = (source: string): ((text: string) => RegExp) =>
  expressionWithIdentifiers(({ character, identifier }) => {
    const name = `(?!(?:true|false)(?!${character}))${identifier}${blanks}`;
    return source.replaceAll('@', () => name);
  });

const whole = (source: string): ((text: string) => boolean) => {
  const expression = expressionOf(`^${source}$`);
  return (text) => expression(text).test(text);
};

const namespacedKeySet = expressionOf(`^r:@${dot}@`);

/** Any string may name a keyset, but one that begins with two identifiers and a dot must end there. */
function isKeySetPrincipal(text: string): boolean {
  const match = namespacedKeySet(text).exec(text);
  return match === null ? text.length > 2 && text.startsWith('r:') : match[0] === text;
}

const forms: Readonly<Record<PrincipalKind, (text: string) => boolean>> = {
  k: whole('k:[0-9a-fA-F]{64}'),
  w: whole(`w:${hash}:${anyName}`),
  r: isKeySetPrincipal,
  u: whole(`u:${anyName}:${hash}`),
  m: whole(`m:${moduleName}:${anyName}`),
  p: whole(`p:${hash}:${anyName}`),
  c: whole(`c:${hash}`),
};

function kindOf(initial: string): PrincipalKind | undefined {
  switch (initial) {
    case 'k':
    case 'w':
    case 'r':
    case 'u':
    case 'm':
    case 'p':
    case 'c':
      return initial;
    default:
      return undefined;
  }
}
