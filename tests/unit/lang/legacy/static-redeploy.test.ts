// `static-redeploy` of modules that contain their source, as Pact 4 stored them: what is written, and its gas. Source:
// coreStaticRedeploy in IR/Eval/CEK/CoreBuiltin.hs, instance SizeOf ModuleCode in SizeOf.hs: consensus.

import { expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import {
  parseModuleName,
  prettyValueText,
  sizeOfModuleData,
} from '../../../../src/lang/session/run.ts';
import { readModuleSourceDocument } from '../../../../src/lang/session/store.ts';
import { moduleDocument } from '../../../../src/lang/core/encoding/document.ts';
import { fileInfo } from '../../../../src/lang/core/encoding/info-cbor.ts';
import { replSizes } from '../../../../src/lang/core/size/term-size.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import { LegacyDatabase } from '../../../support/legacy-database.ts';
import { def, int, storedInterface, storedModule, type Json } from './legacy-json.ts';

const withCode = (stored: Json, code: string): string => {
  const data = stored as { readonly module: object };
  return JSON.stringify({ ...data, module: { ...data.module, code } });
};
const code = '(module m "é")';
const aModule = storedModule({ f: def('f', { body: [int(7)] }) });
const anInterface = storedInterface('m', { f: def('f', { args: [], body: [] }) });

/** Runs a script with the table gas model, and returns what was written and how it was charged. */
function writesOf(database: LegacyDatabase, script: string): readonly string[] {
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    makeDatabase: () => database,
  });
  let last = '';
  const source = `(env-gasmodel "table") (env-gaslimit 10000000) (env-gaslog) ${script}`;
  engine.run(new Source('script.repl', source), (result) => {
    if (result.kind === 'value') last = prettyValueText(result.value);
  });
  return [...last.matchAll(/GWrite (\d+) [^"]*: (\d+)mG/g)].map(([, ...paid]) => paid.join(' '));
}

const name = parseModuleName('m')!;

const domains = ({ lastLog }: LegacyDatabase): readonly string[] =>
  lastLog.map(({ domain, key }) => `${domain} ${key}`);

it.each([
  ['a module', aModule, 227],
  ['an interface', anInterface, 147],
])('%s with its source: the source first, which counts in both', (_, stored, size) => {
  const database = new LegacyDatabase([withCode(stored, code)]);
  // The bytes of the source, and 4.
  const source = 19;
  const data = database.readModule(name)!;
  expect(sizeOfModuleData(data, replSizes)).toBe(size + source);
  expect(sizeOfModuleData({ ...data, carriesCode: false }, replSizes)).toBe(size);
  const once = [`${source} ${200 * source}`, `${size + source} ${200 * (size + source)}`];
  expect(writesOf(database, '(begin-tx) (static-redeploy "m") (env-gaslog)')).toEqual(once);
  database.commit();
  expect(domains(database)).toEqual([`SYS:ModuleSources m{${data.module.hash}}`, 'SYS:Modules m']);
  const [first, second] = database.lastLog;
  expect(readModuleSourceDocument(first!.value)).toBe(code);
  expect(second!.value).toEqual(moduleDocument(data, fileInfo));
});

it('the same module again in the same transaction, and only the module in the next', () => {
  const database = new LegacyDatabase([withCode(aModule, code)]);
  const twice = `(begin-tx) (static-redeploy "m") (env-gaslog) (static-redeploy "m") (env-gaslog)`;
  expect(writesOf(database, twice)).toEqual(['19 3800', '246 49200']);
  database.commit();
  const both = [expect.stringContaining('SYS:ModuleSources m{') as string, 'SYS:Modules m'];
  expect(domains(database)).toEqual([...both, ...both]);
  const next = '(begin-tx) (static-redeploy "m") (env-gaslog)';
  expect(writesOf(database, next)).toEqual(['227 45400']);
  database.commit();
  expect(domains(database)).toEqual(['SYS:Modules m']);
});

it('a module without its source', () => {
  const database = new LegacyDatabase([withCode(aModule, '')]);
  expect(writesOf(database, '(begin-tx) (static-redeploy "m") (env-gaslog)')).toEqual([
    '227 45400',
  ]);
  database.commit();
  expect(domains(database)).toEqual(['SYS:Modules m']);
});

it('can be rolled back', () => {
  const database = new LegacyDatabase([withCode(aModule, code)]);
  const script = '(begin-tx) (static-redeploy "m") (rollback-tx)';
  expect(writesOf(database, script)).toEqual([]);
  expect(database.readModuleSource(name, database.readModule(name)!.module.hash)).toBeUndefined();
});
