// TypeScript types for modules: they compile under `strict` with an app for an existing client, and the Pact code that its
// calls produce parses as intended.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerOf, typesOf } from '../../../../src/tools/app-types/generate.ts';
import { Identifiers } from '../../../../src/tools/app-types/identifiers.ts';
import { valueType } from '../../../../src/tools/app-types/schemas.ts';
import { createSession } from '../../../../src/index.ts';
import { indexed } from '../../../support/indexed-texts.ts';
import { root } from '../../../support/project-files.ts';

const contract = `(namespace "free")
(module shop-1 GOVERNANCE
  "Sells. */ alert(1) /*"
  (defcap GOVERNANCE () true)
  (defschema line-item "One line." name:string price:decimal count:integer tags:[string] owner:guard)
  (defschema class when:time items:[object{line-item}] other)
  (deftable lines:{line-item})
  (defcap TRANSFER:bool (sender:string amount:decimal) @managed true)
  (defcap PAID (at:time n:integer) @event true)
  (defun get-price:decimal (name:string) 1.0)
  (defun getPrice:integer (delete:bool default:integer) 1)
  (defun echo (value) "  " value)
  (defun add-line:object{line-item} (line:object{line-item} by:guard) line)
  (defun many:[decimal] (all:[decimal] nested:[[integer]]) all)
  (defun later:time (t:time) t)
  (defpact two-steps:string (name:string) (step name)))`;

const hash = 'A'.repeat(43);
let folder: string;
let text: string;
type Calls = Readonly<Record<string, (...args: unknown[]) => string>>;
let shop: { readonly calls: Calls; readonly capabilities: Calls };
beforeAll(async () => {
  const { modules } = indexed([{ path: 'shop.pact', text: contract }]);
  text = typesOf(modules[0]!, { hash });
  folder = mkdtempSync(join(tmpdir(), 'pact-types-'));
  mkdirSync(join(folder, 'types'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'types/free.shop-1.ts'), text);
  const { code } = await transform(text, { loader: 'ts' });
  writeFileSync(join(folder, 'shop.mjs'), code);
  shop = (await import(pathToFileURL(join(folder, 'shop.mjs')).href)) as typeof shop;
});
afterAll(() => rmSync(folder, { recursive: true }));

const app = `import { Pact } from '@kadena/client';
import {
  calls, capabilities, module, watchEvents, type LineItem, type PaidEvent, type ResultOf, type TimeResult,
} from './types/free.shop-1.js';

const key = '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca';
export const transaction = Pact.builder
  .execution(calls.getPrice('a "quoted" name'), calls.many([1, { decimal: '2.5' }], [[1n, { int: '2' }]]))
  .addSigner(key, () => [capabilities.TRANSFER('alice', { decimal: '1.5' }), capabilities.PAID(new Date(0), 3n)])
  .setMeta({ chainId: '0', senderAccount: 'alice' })
  .setNetworkId('development')
  .createTransaction();
export const added = calls.addLine(
  { name: 'x', price: 1.5, count: 2, tags: ['a'], owner: { code: '(read-keyset "k")' } },
  { code: '(read-keyset "k")' },
);
export const line: ResultOf<typeof added> = {
  name: 'x', price: { decimal: '1.5' }, count: 2, tags: [], owner: { keys: [], pred: 'keys-all' },
};
export const same: LineItem = line;
export const name: 'free.shop-1' = module.name;
export async function watch(signal: AbortSignal): Promise<PaidEvent['params'] | undefined> {
  const options = { host: 'http://localhost:8080', networkId: 'development', chainIds: ['0'], signal };
  for await (const event of watchEvents({ ...options, confirmations: 2, from: [{ chainId: '0', height: 1 }] })) {
    if (event.name === 'PAID' && event.kind === 'added') {
      const at: TimeResult = event.params.at;
      return { ...event.params, at };
    }
    if (event.name === 'TRANSFER') console.log(event.params.sender, event.position.height);
  }
  return undefined;
}
`;

const wrong = [
  'calls.getPrice(1);',
  'calls.getPrice();',
  "capabilities.TRANSFER('alice', 'much');",
  "calls.addLine({ name: 'x' }, { code: '' });",
  "calls.many(['1'], []);",
  'calls.nothing();',
  "watchEvents({ host: 'http://localhost:8080', networkId: 'development' });",
];

function errorsOf(
  files: Readonly<Record<string, string>>,
  libraries: readonly string[] = ['lib.es2022.d.ts', 'lib.dom.d.ts'],
): readonly string[] {
  const paths = Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const program = ts.createProgram(paths, {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: [...libraries],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1;
    const name = file?.fileName.endsWith('wrong.ts') === true ? '' : `${file?.fileName ?? ''} `;
    return `${name}${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

test('an app of an existing client compiles under strict, and one with mistakes does not', () => {
  const head = "import { calls, capabilities, watchEvents } from './types/free.shop-1.js';\n";
  const errors = errorsOf({ 'app.ts': app, 'wrong.ts': head + wrong.join('\n') });
  expect(errors.filter((each) => !/^\d+: /.test(each))).toEqual([]);
  const lines = errors.map((each) => Number(each.split(':')[0]));
  expect([...new Set(lines)].sort(), errors.join('\n')).toEqual(wrong.map((_, i) => i + 1));
});

test('a file needs no types of a browser or of Node', () => {
  expect(errorsOf({ 'alone.ts': text }, ['lib.es2022.d.ts'])).toEqual([]);
});

test('schemas of other modules and interfaces are types too, as far as they are used', () => {
  const { modules } = indexed([
    {
      path: 'i.pact',
      text: `(namespace "free") (interface accounts
        (defschema details account:string keys:object{key-set} balance:decimal)
        (defschema key-set keys:[string])
        (defschema unused a:string)
        (defun details-of:object{details} (account:string))
        (defcap MOVED:bool (who:object{key-set}) @event))`,
    },
    {
      path: 'm.pact',
      text: `(module m G (defcap G () true)
        (defschema details n:integer)
        (defun all:[object{free.accounts.details}] () [])
        (defun own:object{details} () {"n": 1}))`,
    },
  ]);
  const [accounts, module] = ['free.accounts', 'm'].map((name) =>
    modules.find((each) => each.name === name)!,
  );
  const types = typesOf(module!, { hash, others: modules });
  expect(types).toContain('all: (): PactCall<readonly (Details2)[]>');
  expect(types).toContain('own: (): PactCall<Details>');
  expect(types).toContain('export type Details2 = {\n  readonly "account": string;');
  expect(types).toContain('readonly "keys": KeySet;');
  expect(types).not.toContain('export type Unused = {');
  const ofInterface = typesOf(accounts!, { hash });
  expect(ofInterface).toContain('export type MovedEvent = {');
  expect(ofInterface).toContain('watchEvents(module: string, options: WatchOptions)');
  expect(errorsOf({ 'm.ts': types, 'i.ts': ofInterface }, ['lib.es2022.d.ts'])).toEqual([]);
});

test('names keep their words apart, also where they are in capitals', () => {
  const names = new Identifiers();
  const camel = ['TRANSFER_XCHAIN_RECD', 'TRANSFER-mgr', 'get-ID', 'get-URL-of', 'my_name', 'X'];
  expect(camel.map((name) => names.camel(name))).toEqual([
    'TRANSFER_XCHAIN_RECD',
    'transferMgr',
    'getID',
    'getUrlOf',
    'myName',
    'X',
  ]);
  const pascal = ['TRANSFER_XCHAIN_RECD', 'line-item', 'ROW', 'LINE_ITEM'];
  expect(pascal.map((name) => names.pascal(name))).toEqual([
    'TransferXchainRecd',
    'LineItem',
    'Row',
    'LineItem2',
  ]);
});

test('the header has the module and its hash', () => {
  expect(headerOf(text)).toEqual({ module: 'free.shop-1', hash });
  expect(headerOf('// something else')).toBeUndefined();
});

test('arguments are literals that the language reads as the same values', () => {
  const { calls } = shop;
  expect(calls['getPrice']!('a')).toBe('(free.shop-1.get-price "a")');
  expect(calls['getPrice2']!(true, 5)).toBe('(free.shop-1.getPrice true 5)');
  expect(calls['many']!([1, 0.1, 1e21, 1e-7, -2.5, { decimal: '3' }], [[1n], [{ int: 2 }]])).toBe(
    '(free.shop-1.many [1.0 0.1 1000000000000000000000.0 0.0000001 -2.5 3.0] [[1] [2]])',
  );
  const code = calls['echo']!({ a: [true, { decimal: '1' }, { int: '7' }, 9n], 'b"': 'x' });
  expect(code).toBe('(free.shop-1.echo {"a": [true 1.0 7 9], "b\\"": "x"})');
  const session = createSession();
  for (const value of [
    '',
    '"',
    '\\',
    "it's",
    'a\nb\tc',
    '\u0000\u2028\ud83d\ude00',
    '") (evil) ("',
  ]) {
    const written = calls['echo']!(value).slice('(free.shop-1.echo '.length, -1);
    expect(session.evaluate(`(= ${written} (read-msg "v"))`).kind, JSON.stringify(value)).toBe(
      'error',
    );
    session.setData({ v: value });
    const answer = session.evaluate(`(= ${written} (read-msg "v"))`);
    expect(answer.kind === 'value' && answer.value, JSON.stringify(value)).toBe(true);
    session.setData({});
  }
});

test('capabilities are names with JSON', () => {
  expect(shop.capabilities['TRANSFER']!('alice', 1.5)).toEqual({
    name: 'free.shop-1.TRANSFER',
    args: ['alice', { decimal: '1.5' }],
  });
  expect(shop.capabilities['PAID']!(new Date(0), 3)).toEqual({
    name: 'free.shop-1.PAID',
    args: [{ time: '1970-01-01T00:00:00Z' }, { int: '3' }],
  });
});

test.each([
  ['getPrice', ['a\rb'], 'carriage return'],
  ['getPrice2', [true, 2 ** 60], 'is not a safe integer'],
  ['getPrice2', [true, { int: '1)(evil' }], 'is not an integer'],
  ['many', [[NaN], []], 'is not a decimal'],
  ['many', [[{ decimal: '1.0) (evil' }], []], 'is not a decimal'],
  ['echo', [1], 'must be { int } or { decimal }'],
])('%s refuses %j', (name, args, message) => {
  expect(() => shop.calls[name]!(...args)).toThrow(message);
});

test('guards and keysets are given as code, also in lists', () => {
  const schemas = new Map<string, string>();
  const ofGuard = valueType('guard', schemas);
  expect(ofGuard).toMatchObject({ given: 'PactCode', json: 'PactGuard', result: 'PactGuard' });
  expect(valueType('keyset', schemas)).toEqual(ofGuard);
  expect(valueType('[[guard]]', schemas).result).toBe('readonly (readonly (PactGuard)[])[]');
  expect(text).toContain('by: PactCode)');
});

test('module references, and names of schemas that functions have as well', () => {
  expect(valueType('module{fungible-v2}', new Map()).result).toBe('PactModuleReference');
  const { modules } = indexed([
    {
      path: 'm.pact',
      text: `(module m G (defcap G () true) (defun row:object{row} (r:module{m}) (read rows "a"))
        (defschema row n:integer) (deftable rows:{row}))`,
    },
  ]);
  const types = typesOf(modules[0]!, { hash });
  expect(types).toContain('export type Row = {');
  expect(types).toContain('row: (r: PactModuleReference | PactCode): PactCall<Row>');
});

test('documentation is a comment, and a blank one is none', () => {
  expect(text).toContain('/**\n * One line.\n */');
  expect(text).not.toMatch(/\/\*\*\n *\*\s*\n *\*\//);
});
