// Modules from networks: their hashes, fetching them with their dependencies, and answers of hostile nodes.
import { expect, test } from 'vitest';
import {
  fetchModules,
  hashModules,
  hashOfText,
  isModuleName,
  type ModuleWithText,
  type NetworkAnswer,
  type NetworkPort,
  mergeFiles,
  moduleFileName,
  requiredFiles,
  printLock,
  readLock,
} from '../../../../src/tools/modules/index.ts';
import { createSession } from '../../../../src/index.ts';

const limits = { depthLimit: 1_000, nestingLimit: 100 };

type Module = { readonly code: string; readonly hash?: string; readonly needs?: readonly string[] };

/** Answers `describe-module`, with made-up hashes if none are given. */
class Node implements NetworkPort {
  readonly modules: ReadonlyMap<string, Module>;
  asked = 0;
  lastBody = '';

  constructor(modules: Readonly<Record<string, Module>>) {
    this.modules = new Map(Object.entries(modules));
  }

  addressOf = (): string => 'node';

  ask = (_chain: string, _path: string, body: string): Promise<NetworkAnswer> => {
    this.asked++;
    this.lastBody = body;
    const name = /describe-module \\+"([^"\\]+)/.exec(body)?.[1] ?? '';
    const module = this.modules.get(name);
    const result =
      module === undefined
        ? { status: 'failure', error: { message: `Cannot find module: ${name}` } }
        : {
            status: 'success',
            data: { name, code: module.code, hash: module.hash ?? hashOfText(module.code) },
          };
    return Promise.resolve({ kind: 'answer', status: 200, text: JSON.stringify({ result }) });
  };
}

const asking = { networkId: 'n', chain: '0', now: 0n };

const fetched = (node: Node, ...names: readonly string[]) =>
  fetchModules(names, {
    port: node,
    asking,
    dependenciesOf: ({ name }) => node.modules.get(name)?.needs ?? [],
  });

const base = '(module base G (defcap G () true) (defun f () 1))';
const above = '(module above G (defcap G () true) (defconst C (base.f)) (defun g () (base.f)))';

test('hashes are those that the modules get when they are loaded', () => {
  const session = createSession();
  const loaded = session
    .run(`${base}${above}`)
    .forms.map((form) => ('text' in form ? form.text : ''));
  const hashed = hashModules(
    [
      { name: 'base', namespace: '', code: base },
      { name: 'above', namespace: '', code: above },
    ],
    limits,
  );
  if (!hashed.ok) throw new Error(hashed.fault.sentence);
  expect(
    [...hashed.value].map(([name, { hash }]) => `Loaded module ${name}, hash ${hash}`),
  ).toEqual(loaded);
});

test("the hash of a module depends on the network's hashes of its dependencies", () => {
  const hashWith = (given: string | undefined): string => {
    const hashed = hashModules(
      [
        { name: 'base', namespace: '', code: base, given },
        { name: 'above', namespace: '', code: above },
      ],
      limits,
    );
    if (!hashed.ok) throw new Error(hashed.fault.sentence);
    return hashed.value.get('above')!.hash;
  };
  expect(hashWith(hashOfText(base))).not.toBe(hashWith(undefined));
});

test('modules come with their dependencies, each after them, and names are looked up in the namespace first', async () => {
  const node = new Node({
    'ns.a': { code: 'a', needs: ['b', 'c'] },
    'ns.b': { code: 'b', needs: ['c'] },
    b: { code: 'other' },
    c: { code: 'c' },
  });
  const found = await fetched(node, 'ns.a');
  expect(found.ok && found.value.map(({ name }) => name)).toEqual(['c', 'ns.b', 'ns.a']);
});

test('texts that are known are fetched once, and a module that is gone since is missing', async () => {
  const node = new Node({ a: { code: 'a', needs: ['b'] }, b: { code: 'b' } });
  const known = new Map<string, ModuleWithText>();
  const dependenciesOf = ({ name }: { readonly name: string }) =>
    node.modules.get(name)?.needs ?? [];
  const first = await fetchModules(['a'], { port: node, asking, dependenciesOf, known });
  expect(first.ok && first.value.map(({ code }) => code)).toEqual(['b', 'a']);
  expect([...known.keys()]).toEqual([`a ${hashOfText('a')}`, `b ${hashOfText('b')}`]);

  const keyOfB = `b ${hashOfText('b')}`;
  known.set(keyOfB, { ...known.get(keyOfB)!, code: 'kept' });
  const second = await fetchModules(['a'], { port: node, asking, dependenciesOf, known });
  expect(second.ok && second.value.map(({ code }) => code)).toEqual(['kept', 'a']);

  const later = new Node({ a: { code: 'a', needs: ['b'] } });
  const third = await fetchModules(['a'], { port: later, asking, dependenciesOf, known });
  expect(third.ok ? 'fetched' : third.fault.sentence).toMatch(/^there is no module b on chain 0/);
});

test.each<[string, Readonly<Record<string, Module>>, RegExp]>([
  [
    'a circle',
    { a: { code: 'a', needs: ['b'] }, b: { code: 'b', needs: ['a'] } },
    /need one another: a needs b needs a/,
  ],
  [
    'a module that is missing',
    { a: { code: 'a', needs: ['b'] } },
    /there is no module b on chain 0 of n at node, and a needs it/,
  ],
  [
    'too much code',
    { a: { code: 'x'.repeat(1_000_001) } },
    /describes a with 1000001 characters of code/,
  ],
  ['a hash that is none', { a: { code: 'a', hash: '../x' } }, /describes a without a hash/],
  ['a name that is none', { a: { code: 'a', needs: ['x") (evil'] } }, /is not a module name/],
])('%s is refused', async (_, modules, sentence) => {
  const found = await fetched(new Node(modules), 'a');
  expect(found.ok ? 'taken' : found.fault.sentence).toMatch(sentence);
});

test('an endless chain of modules is given up', async () => {
  const modules = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`m${i}`, { code: `${i}`, needs: [`m${i + 1}`] }]),
  );
  const node = new Node(modules);
  const found = await fetched(node, 'm0');
  expect(found.ok ? 'taken' : found.fault.sentence).toBe('more than 500 modules are needed');
  expect(node.asked).toBeLessThan(600);
});

test('many large modules are refused once they exceed the limit together', async () => {
  const largest = 'x'.repeat(1_000_000);
  const chain = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `m${i}`,
        { code: i < 20 ? largest : 'y', needs: i + 1 < count ? [`m${i + 1}`] : [] },
      ]),
    );
  expect(await fetched(new Node(chain(20)), 'm0')).toMatchObject({ ok: true });
  const found = await fetched(new Node(chain(21)), 'm0');
  expect(found.ok ? 'taken' : found.fault.sentence).toBe(
    'the modules have more than 20000000 characters of code',
  );
});

test('code that does not have its hash is refused; that of Pact 4 is its text', async () => {
  const origin = { network: 'main', networkId: 'main01', chain: '0' };
  const honest = await fetched(new Node({ base: { code: base } }), 'base');
  const files = honest.ok ? requiredFiles(honest.value, origin, limits) : undefined;
  expect(files).toMatchObject({ ok: true, value: [{ fileName: 'base.pact' }] });
  const lying = await fetched(new Node({ base: { code: base, hash: 'A'.repeat(43) } }), 'base');
  const refused = lying.ok ? requiredFiles(lying.value, origin, limits) : undefined;
  expect(refused?.ok === false && refused.fault).toMatch(
    /^main reports the hash A{43} for base, but the code that it sent has [\w-]{43}: the code is refused$/,
  );
});

test('two hashes for one name are refused', async () => {
  const one = await fetched(new Node({ base: { code: base } }), 'base');
  const two = await fetched(new Node({ base: { code: `${base} ` } }), 'base');
  if (!one.ok || !two.ok) throw new Error('not fetched');
  const groups = [one.value, two.value].map((modules, i) => {
    const files = requiredFiles(modules, { network: `n${i}`, networkId: 'n', chain: '0' }, limits);
    if (!files.ok) throw new Error(files.fault);
    return files.value;
  });
  const merged = mergeFiles(groups);
  expect(merged.ok ? '' : merged.fault).toContain('require modules that need the same version');
});

test.each([
  ['coin', 'coin'],
  ['n_4e4.p-q', 'n_4e4.p-q'],
  ['..', '%2e.'],
  ['a/../b', 'a%2f..%2fb'],
  ['a|b<c>', 'a%7cb%3cc%3e'],
])('the file of %s is %s', (name, file) => {
  expect(moduleFileName(name)).toBe(file);
});

test('the lock file is read back, and an invalid one is refused', () => {
  const locked = {
    name: 'coin',
    hash: 'h',
    network: 'main',
    networkId: 'main01',
    chain: '0',
    file: 'f',
    dependencies: ['fungible-v2'],
  };
  const lock = new Map([['coin', locked]]);
  expect(readLock(printLock(lock))).toEqual({ ok: true, value: lock });
  const { dependencies: _, ...alone } = locked;
  expect(readLock(JSON.stringify({ modules: [alone] }))).toEqual({
    ok: true,
    value: new Map([['coin', { ...locked, dependencies: [] }]]),
  });
  const faultOf = (text: string): string => {
    const read = readLock(text);
    return read.ok ? '' : read.fault;
  };
  expect(faultOf('<<<<')).toMatch(/^is not JSON/);
  expect(faultOf('{}')).toBe('has no list of modules');
  expect(faultOf('{"modules":[{}]}')).toBe('has a module without a name, hash, network or chain');
});

test('a query offers the lowest gas price that nodes accept', async () => {
  const node = new Node({ base: { code: base } });
  await fetched(node, 'base');
  const { cmd } = JSON.parse(node.lastBody) as { readonly cmd: string };
  const { meta } = JSON.parse(cmd) as { readonly meta: { readonly gasPrice: number } };
  expect(meta.gasPrice).toBe(1e-8);
});

test('names of modules have at most 256 characters', () => {
  expect(isModuleName(`free.${'m'.repeat(251)}`)).toBe(true);
  expect(isModuleName(`free.${'m'.repeat(252)}`)).toBe(false);
  expect(isModuleName('(free)')).toBe(false);
});
