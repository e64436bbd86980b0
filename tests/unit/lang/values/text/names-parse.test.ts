import { describe, expect, it } from 'vitest';
import {
  isIdentifier,
  isNamespaceName,
  parseFullyQualifiedName,
  parseHash,
  parseHashedModuleName,
  parseModuleName,
  parsePredicate,
  parseQualifiedName,
  parseTableName,
} from '../../../../../src/lang/values/text/names-parse.ts';

const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

describe('names from text', () => {
  it.each([
    ['a', true],
    ['%#+-_&$@<>=^?*!|/~', true],
    ['a1', true],
    ['1a', false],
    ['', false],
    ['a b', false],
    ['a\n', false],
    ['é\u03b1\u{10400}', true],
    ['a\u0661', false],
    ['__proto__', true],
  ])('%j is an identifier: %s', (text, expected) => {
    expect(isIdentifier(text)).toBe(expected);
  });

  it.each([
    ['m', 'm', undefined],
    ['ns.m', 'm', 'ns'],
    ['a.b.c', undefined, undefined],
    ['a.', undefined, undefined],
    ['.a', undefined, undefined],
    ['', undefined, undefined],
  ])('%j as module', (text, name, namespace) => {
    expect(parseModuleName(text)?.name).toBe(name);
    expect(parseModuleName(text)?.namespace).toBe(namespace);
  });

  it.each([
    ['m.f', 'm.f'],
    ['ns.m.f', 'ns.m.f'],
    ['f', undefined],
    ['a.b.c.d', undefined],
    ['m.f ', undefined],
  ])('%j as member', (text, expected) => {
    const name = parseQualifiedName(text);
    expect(name?.text).toBe(expected);
    expect(name?.name).toBe(expected === undefined ? undefined : 'f');
  });

  it.each([
    [`m.C.{${hash}}`, `m.C.{${hash}}`],
    [`ns.m.C.{${hash}}`, `ns.m.C.{${hash}}`],
    ['m.C.{I3BsYWNlaG9sZGVy}', 'm.C.{I3BsYWNlaG9sZGVy}'],
    ['m.C.{}', undefined],
    ['m.C.{aaa}', undefined],
    [`C.{${hash}}`, undefined],
    [`a.b.c.d.{${hash}}`, undefined],
    ['m.C', undefined],
  ])('%j as member of a version', (text, expected) => {
    expect(parseFullyQualifiedName(text)?.key).toBe(expected);
  });

  it.each([
    ['m:t', 'm_t'],
    ['ns.m:t', 'ns.m_t'],
    ['t', undefined],
    ['m:t:u', undefined],
  ])('%j as table', (text, expected) => {
    expect(parseTableName(text)?.text).toBe(expected);
  });

  it('accepts a module with its hash', () => {
    expect(parseHashedModuleName(`ns.m{${hash}}`)).toMatchObject({
      hash,
      module: { text: 'ns.m' },
    });
    expect(parseHashedModuleName('m{}')).toBeUndefined();
    expect(parseHashedModuleName('m')).toBeUndefined();
  });

  it.each([
    [hash, hash],
    [`${hash}=`, hash],
    [`${hash}==`, undefined],
    [hash.slice(1), undefined],
    ['', undefined],
    [`${hash.slice(0, 42)}h`, undefined],
  ])('%j as hash', (text, expected) => {
    expect(parseHash(text)).toBe(expected);
  });

  it.each([
    ['keys-all', 'keys-all'],
    ['keys-2', 'keys-2'],
    ['keys-any', 'keys-any'],
    ['keys-3', 'bare'],
    ['=', 'bare'],
    ['m.f', 'qualified'],
    ['a.b.c.d', undefined],
    ['', undefined],
  ])('%j as predicate', (text, expected) => {
    expect(parsePredicate(text)?.kind).toBe(expected);
  });

  it.each([
    ['a', true],
    ['free', true],
    ['n_0123', true],
    ['a%#+-_&$@<>=^?*!|/~9', true],
    ['éÿª', true],
    ['a\u00b2\u00bc', true],
    ['1a', false],
    ['_a', false],
    ['', false],
    ['a.b', false],
    ['a\u03b1', false],
    ['\u03b1', false],
    ['a\u00d7', false],
    ['a\n', false],
  ])('%j as namespace: %s', (text, expected) => {
    expect(isNamespaceName(text)).toBe(expected);
  });
});
