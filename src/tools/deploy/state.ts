// The parts of a project that a chain has: queried before planning, and again after everything is sent.

import {
  isJsonArray,
  isJsonObject,
  printJson,
  printJsonString,
  type JsonObject,
} from '../../base/json.ts';
import { good, type Result } from '../../base/result.ts';
import {
  askCode,
  readModule,
  type AskFault,
  type Asking,
  type ModuleOnNetwork,
  type NetworkPort,
} from '../modules/index.ts';
import { questionsAtOnce } from './limits.ts';
import { migrationQuestion, type Migration } from './migrations.ts';
import type { DeployProject } from './project.ts';

export type KeysetOnChain = { readonly keys: readonly string[]; readonly predicate: string };

export type ChainState = {
  readonly namespaces: ReadonlySet<string>;
  readonly keysets: ReadonlyMap<string, KeysetOnChain>;
  /** Modules of the project, and modules that they need. */
  readonly modules: ReadonlyMap<string, ModuleOnNetwork>;
  /** `ns.module.table` */
  readonly tables: ReadonlySet<string>;
  /** For the migrations of modules that it has. */
  readonly migrations: ReadonlyMap<Migration, MigrationState>;
};

/** `unknown`: the chain cannot tell, for example because the condition needs the new module. */
export type MigrationState =
  | { readonly kind: 'done' | 'due' }
  | { readonly kind: 'unknown'; readonly sentence: string };

type Asked = { readonly port: NetworkPort; readonly asking: Asking };

export async function readChainState(
  project: DeployProject,
  asked: Asked,
): Promise<Result<ChainState, AskFault>> {
  const namespaces = new Set<string>();
  const keysets = new Map<string, KeysetOnChain>();
  const modules = new Map<string, ModuleOnNetwork>();
  const tables = new Set<string>();
  const names = [...project.modules.map(({ name }) => name), ...project.external];
  const questions: (() => Promise<AskFault | undefined>)[] = [
    ...project.namespaces.map(({ name }) => async () => {
      const found = await find(asked, `(describe-namespace ${printJsonString(name)})`);
      if (found.ok && found.value !== undefined) namespaces.add(name);
      return faultOf(found);
    }),
    ...project.keysets.map(({ name }) => async () => {
      const found = await find(asked, `(describe-keyset ${printJsonString(name)})`);
      if (found.ok && found.value !== undefined) keysets.set(name, keysetIn(found.value));
      return faultOf(found);
    }),
    ...names.map((name) => async () => {
      const found = await readModule(asked.port, asked.asking, name);
      if (found.ok && found.value !== undefined) modules.set(name, found.value);
      return faultOf(found);
    }),
  ];
  const fault = await allOf(questions);
  if (fault !== undefined) return { ok: false, fault };
  const known = project.modules.filter(({ name }) => modules.has(name));
  const tableNames = known.flatMap(({ name, tables: own }) => own.map((each) => `${name}.${each}`));
  const migrations = new Map<Migration, MigrationState>();
  const missing = await allOf([
    ...project.migrations
      .filter(({ module }) => modules.has(module))
      .map((migration) => async () => {
        const found = await migrationState(asked, migration);
        if (found.ok) migrations.set(migration, found.value);
        return faultOf(found);
      }),
    ...tableNames.map((table) => async () => {
      const found = await hasTable(asked, table);
      if (found.ok && found.value) tables.add(table);
      return faultOf(found);
    }),
  ]);
  if (missing !== undefined) return { ok: false, fault: missing };
  return good({ namespaces, keysets, modules, tables, migrations });
}

/** The first fault ends the rest. */
async function allOf(
  questions: readonly (() => Promise<AskFault | undefined>)[],
): Promise<AskFault | undefined> {
  let fault: AskFault | undefined;
  await inTurns(questions, questionsAtOnce, async (question) => {
    if (fault === undefined) fault = await question();
  });
  return fault;
}

/** Namespaces and keysets exist or are not found: any other answer is a fault. */
async function find(
  { port, asking }: Asked,
  code: string,
): Promise<Result<JsonObject | undefined, AskFault>> {
  const answer = await askCode(port, { ...asking, code });
  if (answer.ok) return good(isJsonObject(answer.value) ? answer.value : new Map());
  const { kind, sentence } = answer.fault;
  if (kind === 'failed' && notThere.test(sentence)) return good(undefined);
  return answer;
}

const notThere = /^(Namespace not found|Cannot find keyset|No such keyset)/i;

/** Checks by reading a row: an existing table reports a missing row, a missing table fails in another way. */
async function hasTable(
  { port, asking }: Asked,
  table: string,
): Promise<Result<boolean, AskFault>> {
  const answer = await askCode(port, { ...asking, code: `(read ${table} "")` });
  if (answer.ok) return good(true);
  const { kind, sentence } = answer.fault;
  if (kind !== 'failed') return answer;
  return good(sentence.startsWith('No value found in table'));
}

async function migrationState(
  { port, asking }: Asked,
  migration: Migration,
): Promise<Result<MigrationState, AskFault>> {
  const answer = await askCode(port, { ...asking, code: migrationQuestion(migration) });
  if (answer.ok) {
    if (typeof answer.value === 'boolean') return good({ kind: answer.value ? 'done' : 'due' });
    return good({
      kind: 'unknown',
      sentence: `it is not true or false: ${printJson(answer.value)}`,
    });
  }
  const { kind, sentence } = answer.fault;
  return kind === 'failed' ? good({ kind: 'unknown', sentence }) : answer;
}

function keysetIn(keyset: JsonObject): KeysetOnChain {
  const keys = keyset.get('keys');
  const predicate = keyset.get('pred');
  return {
    keys: isJsonArray(keys ?? '') ? (keys as readonly unknown[]).map(String).sort() : [],
    predicate: typeof predicate === 'string' ? predicate : '',
  };
}

const faultOf = (found: Result<unknown, AskFault>): AskFault | undefined =>
  found.ok ? undefined : found.fault;

/** Works through a list with a limited number of items at the same time. */
export async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
