import { describe, expect, it } from 'vitest';
import { hasValidKeys, parseKeySetName } from '../../../../../src/lang/values/text/names-parse.ts';
import { KeySetName, ModuleName, QualifiedName } from '../../../../../src/lang/values/names.ts';
import { principalKind, principalOfGuard } from '../../../../../src/lang/values/text/principal.ts';
import {
  CapabilityGuard,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ModuleGuard,
  UserGuard,
  type Guard,
} from '../../../../../src/lang/values/value.ts';

const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const one = '584deb6f81d8efe67767309d1732019cf6ad14f9f0007cff50c730ef62521c68';
const two = [
  '2f625f20a1a6fffb60455bf957779a82e3d811d350f2b9bc8d3d5549bfd4a953',
  '4440249a122879f2060814e1c4348cdfe0cbf971017ab1f43a0eaf9799583271',
];
const keysAll = { kind: 'keys-all' } as const;
const module = new ModuleName('tester', 'test-ns');
const fun = new QualifiedName('both-guard', module);

describe('the principal of a guard', () => {
  it.each<readonly [string, Guard]>([
    [`k:${one}`, new KeySetGuard([one], keysAll)],
    ['w:5PhRgNM3oePrkfAKhk9dYmjRqOhEEhbR2eyFz8HU_ew:keys-all', new KeySetGuard(two, keysAll)],
    ['r:ns.ks3', new KeySetRefGuard(new KeySetName('ks3', 'ns'))],
    [
      'u:test-ns.tester.both-guard:aqukm-5Jj6ITLeQfhNYydmtDccinqdJylD9CMlLKQDI',
      new UserGuard(fun, [new KeySetGuard([one], keysAll), new KeySetGuard(two, keysAll)]),
    ],
    ['m:test-ns.tester:g', new ModuleGuard(module, 'g')],
    [`p:${hash}:pact-guard`, new DefPactGuard(hash, 'pact-guard')],
  ])('%s', (expected, guard) => {
    expect(principalOfGuard(guard)).toBe(expected);
    expect(principalKind(expected)).toBe(expected.charAt(0));
  });

  it.each<readonly [string, Guard]>([
    ['w', new KeySetGuard([one.toUpperCase()], keysAll)],
    ['w', new KeySetGuard([one], { kind: 'keys-any' })],
    ['w', new KeySetGuard([], { kind: 'qualified', name: fun })],
    ['c', new CapabilityGuard(fun, [1n], undefined)],
    ['c', new CapabilityGuard(fun, [1n], 'p')],
  ])('is of kind %s', (kind, guard) => {
    expect(principalKind(principalOfGuard(guard))).toBe(kind);
  });

  it('hashes name, arguments and pact id of a capability guard', () => {
    const principals = [undefined, 'p', 'q'].map((pactId) =>
      principalOfGuard(new CapabilityGuard(fun, [], pactId)),
    );
    expect(new Set(principals).size).toBe(3);
  });
});

describe('which strings are principals', () => {
  it.each([
    [`k:${one}`, 'k'],
    [`k:${one.toUpperCase()}`, 'k'],
    [`k:${one}0`, undefined],
    [`k:${one.slice(1)}`, undefined],
    ['k', undefined],
    ['', undefined],
    ['x:1', undefined],
    [`w:${hash}:keys-all`, 'w'],
    [`w:${hash}:ns.mod.f`, 'w'],
    [`w:${hash}:a.b.c.d`, undefined],
    [`w:${hash}:true`, undefined],
    [`w:${hash}:truer`, 'w'],
    [`w:${hash}:`, undefined],
    [`w:${hash}x:keys-all`, undefined],
    [`w:${hash}:keys-all `, 'w'],
    ['r:', undefined],
    ['r:any text at all: 1.5', 'r'],
    ['r:a.b', 'r'],
    ['r:a . b ', 'r'],
    ['r:a.b.c', undefined],
    ['r:a.b c', undefined],
    ['r:a.1', 'r'],
    ['r:a.true', 'r'],
    ['r:true.b.c', 'r'],
    ['r:a\nb', 'r'],
    [`u:m.f:${hash}`, 'u'],
    [`u:f:${hash}`, 'u'],
    [`u::${hash}`, undefined],
    [`u:m.f:${hash}s`, undefined],
    ['m:m:g', 'm'],
    ['m:ns.m:g', 'm'],
    ['m:a.ns.m:g', undefined],
    ['m::g', undefined],
    ['m:ns.m:', undefined],
    [`p:${hash}:g`, 'p'],
    ['p::g', undefined],
    [`c:${hash}`, 'c'],
    [`c:${hash}=`, undefined],
    ['__proto__', undefined],
    ['constructor:', undefined],
  ])('%j is of kind %s', (text, kind) => {
    expect(principalKind(text)).toBe(kind);
  });
});

describe('names of keysets', () => {
  it.each([
    ['k', 'k', undefined],
    ['ns.k', 'k', 'ns'],
    ['ns.k.x', 'k', 'ns'],
    ['ns.k x', 'k', 'ns'],
    ['ns . k', 'k', 'ns'],
    ['ns.', 'ns.', undefined],
    ['1.k', '1.k', undefined],
    ['true.k', 'true.k', undefined],
    ['ns.false', 'ns.false', undefined],
    [' ns.k', ' ns.k', undefined],
    ['\u00e9.\u00e9', '\u00e9', '\u00e9'],
  ])('%j', (text, name, namespace) => {
    expect(parseKeySetName(text)).toEqual(new KeySetName(name, namespace));
  });

  it('are not empty', () => {
    expect(parseKeySetName('')).toBeUndefined();
  });
});

it.each([
  [[one], true],
  [two, true],
  [[one.toUpperCase()], false],
  [[one, 'WEBAUTHN-'], false],
  [['WEBAUTHN-a0'], false],
  [[], true],
])('keys %j are in a known format: %s', (keys, expected) => {
  expect(hasValidKeys(new KeySetGuard(keys, keysAll), { webAuthn: true })).toBe(expected);
});
