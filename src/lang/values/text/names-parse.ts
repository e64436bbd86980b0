// Parses names in strings: in JSON, in guards and in arguments of builtins. Names in source code are read by the parser.
// Source: pact/Pact/Core/Names.hs (the parsers at its end), section 4.6.

import { fromBase64Url } from '../../../base/base64url.ts';
import { expressionWithIdentifiers, blanks } from './identifier-pattern.ts';
import { hashLength, type Hash } from '../encoding/hash.ts';
import { FullyQualifiedName, ModuleName, QualifiedName, TableName, KeySetName } from '../names.ts';
import type { KeySetPredicate, KeySetGuard } from '../value.ts';
import { isEd25519Key, isWebAuthnKey } from '../../../base/crypto/key-formats.ts';

const hashText = '\\{([A-Za-z0-9_-]+)\\}';

/** `@` matches an identifier. */
const pattern = (source: string): ((text: string) => RegExp) =>
  expressionWithIdentifiers(({ identifier }) => `^${source.replaceAll('@', () => identifier)}$`);

const wholeIdentifier = pattern('@');
const dottedPattern = pattern('(@)(?:\\.(@))?(?:\\.(@))?');
const fullyQualifiedPattern = pattern(`(@)\\.(@)(?:\\.(@))?\\.${hashText}`);
const tablePattern = pattern('(?:(@)\\.)?(@):(@)');
const hashedModulePattern = pattern(`(?:(@)\\.)?(@)${hashText}`);

export function isIdentifier(text: string): boolean {
  return wholeIdentifier(text).test(text);
}

/** `name` or `namespace.name`. */
export function parseModuleName(text: string): ModuleName | undefined {
  const [first, second, third] = dottedParts(text);
  if (first === undefined || third !== undefined) return undefined;
  return second === undefined ? new ModuleName(first) : new ModuleName(second, first);
}

/** `module.name` or `namespace.module.name`. */
export function parseQualifiedName(text: string): QualifiedName | undefined {
  const [first, second, third] = dottedParts(text);
  if (first === undefined || second === undefined) return undefined;
  return third === undefined
    ? new QualifiedName(second, new ModuleName(first))
    : new QualifiedName(third, new ModuleName(second, first));
}

/** `module.name.{hash}` or `namespace.module.name.{hash}`; a hash of any length. */
export function parseFullyQualifiedName(text: string): FullyQualifiedName | undefined {
  const [, first = '', second = '', third, hash = ''] =
    fullyQualifiedPattern(text).exec(text) ?? [];
  const canonical = canonicalHash(hash);
  if (canonical === undefined) return undefined;
  return third === undefined
    ? new FullyQualifiedName(new ModuleName(first), second, canonical)
    : new FullyQualifiedName(new ModuleName(second, first), third, canonical);
}

/** `module:table` or `namespace.module:table`, the form of JSON. */
export function parseTableName(text: string): TableName | undefined {
  const [, namespace, module, table] = tablePattern(text).exec(text) ?? [];
  if (module === undefined || table === undefined) return undefined;
  return new TableName(table, new ModuleName(module, namespace));
}

/** `module{hash}`, the key of a stored module source. */
export function parseHashedModuleName(
  text: string,
): { readonly module: ModuleName; readonly hash: Hash } | undefined {
  const [, namespace, module, hash = ''] = hashedModulePattern(text).exec(text) ?? [];
  const canonical = canonicalHash(hash);
  if (module === undefined || canonical === undefined) return undefined;
  return { module: new ModuleName(module, namespace), hash: canonical };
}

/** A hash of 32 bytes, with or without padding. */
export function parseHash(text: string): Hash | undefined {
  const hash = canonicalHash(text);
  return hash !== undefined && hashLength(hash) === 32 ? hash : undefined;
}

/** A builtin predicate, a bare name or a qualified one. */
export function parsePredicate(text: string): KeySetPredicate | undefined {
  if (text === 'keys-all' || text === 'keys-any' || text === 'keys-2') return { kind: text };
  if (isIdentifier(text)) return { kind: 'bare', name: text };
  const name = parseQualifiedName(text);
  return name === undefined ? undefined : { kind: 'qualified', name };
}

const namespacePattern =
  /^[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff][A-Za-z0-9\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff%#+\-_&$@<>=^?*!|/~]*$/;

/** Latin-1 letters, digits and special characters, beginning with a letter. Source: isValidNsFormat in CoreBuiltin.hs. */
export function isNamespaceName(text: string): boolean {
  return namespacePattern.test(text);
}

function dottedParts(text: string): readonly (string | undefined)[] {
  return dottedPattern(text).exec(text)?.slice(1) ?? [];
}

function canonicalHash(text: string): Hash | undefined {
  if (text === '' || fromBase64Url(text) === undefined) return undefined;
  return text.replace(/=+$/, '');
}

// Keysets. Source: pact/Pact/Core/Guards.hs (keysetNameParser), RuntimeParsers.hs.

// The reference's parser stops after the second identifier and ignores the rest.
const qualified = expressionWithIdentifiers(
  ({ identifier }) => `^(${identifier})${blanks}\\.${blanks}(${identifier})`,
);
const reserved: ReadonlySet<string> = new Set(['true', 'false']);

/** `namespace.name`, or any string; `undefined` only for the empty one. */
export function parseKeySetName(text: string): KeySetName | undefined {
  if (text === '') return undefined;
  const [, namespace = '', name = ''] = qualified(text).exec(text) ?? [];
  if (name === '' || reserved.has(namespace) || reserved.has(name)) return new KeySetName(text);
  return new KeySetName(name, namespace);
}

/**
 * Returns whether the keys are public keys in a known format. Keysets may hold any string; only `read-keyset` may
 * require this. Source: pact/Pact/Core/Guards.hs (allKeyFormats), section 5.7.
 */
export function hasValidKeys(
  keySet: KeySetGuard,
  { webAuthn }: { readonly webAuthn: boolean },
): boolean {
  return keySet.keys.every((key) => isEd25519Key(key) || (webAuthn && isWebAuthnKey(key)));
}
