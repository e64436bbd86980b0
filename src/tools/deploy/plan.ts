// The difference between a project and a chain, as steps: each is one transaction, or several if one would need more
// gas than a transaction may use.

import { isJsonArray, isJsonObject, type JsonValue, printJsonString } from '../../base/json.ts';
import { hashText } from '../../lang/session/run.ts';
import type { KeysetForm } from './contract-forms.ts';
import { type Migration, migrationForms } from './migrations.ts';
import type { DeployedModule, DeployProject } from './project.ts';
import type { ChainState, KeysetOnChain } from './state.ts';

type StepKind = 'namespace' | 'keyset' | 'module' | 'interface' | 'tables' | 'init' | 'migration';

export type Step = {
  /** The same for the same code on the same chain. */
  readonly id: string;
  readonly chain: string;
  readonly kind: StepKind;
  /** `change`: of a keyset; `upgrade`: of a module. */
  readonly action: 'define' | 'change' | 'install' | 'upgrade' | 'create' | 'run';
  /** The name of the namespace, keyset or module. */
  readonly name: string;
  readonly code: string;
  /** The tables that it creates, without the names of their modules. */
  readonly tables: readonly string[];
  /** The number of other forms that it runs. */
  readonly forms: number;
  /** The files of the migrations that it runs. */
  readonly migrations: readonly string[];
  /** The current hash of the module, and the new one. */
  readonly hashes?: { readonly now: string | undefined; readonly then: string };
  /** The same work as smaller transactions. */
  readonly parts: readonly Step[];
};

type PlanFacts = {
  readonly chain: string;
  readonly state: ChainState;
  /** The hashes of the project's modules on this chain, once they are deployed. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Installed modules whose forms have not run yet. */
  readonly formsDue: ReadonlySet<string>;
  readonly data: JsonValue;
};

export type Plan = {
  readonly steps: readonly Step[];
  /** Faults of the plan, as sentences. */
  readonly faults: readonly string[];
};

export function planChain(project: DeployProject, facts: PlanFacts): Plan {
  const { state, chain } = facts;
  const faults: string[] = [];
  const steps: Step[] = [];
  for (const { name, code } of project.namespaces) {
    if (state.namespaces.has(name)) continue;
    steps.push(stepOf({ chain, kind: 'namespace', action: 'define', name, code }));
  }
  for (const keyset of project.keysets) {
    const now = state.keysets.get(keyset.name);
    const wanted = wantedKeyset(keyset, facts.data);
    if (now !== undefined && (wanted === undefined || isSameKeyset(now, wanted))) continue;
    const action = now === undefined ? 'define' : 'change';
    const code = inNamespace(keyset.namespace, [keyset.code]);
    steps.push(stepOf({ chain, kind: 'keyset', action, name: keyset.name, code }));
  }
  const due = dueMigrations(project, facts, faults);
  const upgraded = new Map<string, DeployedModule>();
  for (const module of project.modules) {
    const found = stepsOfModule(module, due, facts);
    if (typeof found === 'string') faults.push(found);
    else steps.push(...found);
    upgraded.set(module.name, module);
    // Migrations keep their order: one that must wait for another module holds those after it.
    for (let next = due[0]; next !== undefined; next = due[0]) {
      const owner = upgraded.get(next.module);
      if (owner === undefined) break;
      steps.push(migrationStep(owner, chain, next));
      due.shift();
    }
  }
  return { steps, faults };
}

/**
 * Returns the migrations that must run, in order. A chain without the module gets its newest form first: whether
 * anything is left to migrate is asked then.
 */
function dueMigrations(
  project: DeployProject,
  { state, hashes, chain }: PlanFacts,
  faults: string[],
): Migration[] {
  return project.migrations.filter((migration) => {
    const { module, file } = migration;
    const found = state.migrations.get(migration);
    if (found?.kind !== 'unknown') return found?.kind === 'due';
    // The condition may need the new module.
    if (state.modules.get(module)?.hash !== hashes.get(module)) return true;
    faults.push(`${file}: chain ${chain} cannot tell whether it is done: ${found.sentence}`);
    return false;
  });
}

/** Takes the migrations that run with an upgrade out of `due`. Returns a sentence if it cannot be done. */
function stepsOfModule(
  module: DeployedModule,
  due: Migration[],
  facts: PlanFacts,
): readonly Step[] | string {
  const { chain, state, hashes, formsDue } = facts;
  const { name, kind } = module;
  const now = state.modules.get(name)?.hash;
  const then = hashes.get(name) ?? '';
  const missing = module.tables.filter((table) => !state.tables.has(`${name}.${table}`));
  if (now === undefined) return [installation(module, { chain, then })];
  const hasForms = formsDue.has(name) && module.init.length > 0;
  const later = hasForms ? module.createdByInit : [];
  const after: Step[] = [];
  const tables = missing.filter((table) => !later.includes(table));
  if (now === then) {
    if (tables.length > 0) after.push(tableStep(module, chain, tables));
    if (hasForms) after.push(formStep(module, chain));
    return after;
  }
  if (kind === 'interface') {
    return (
      `${name} has the hash ${now} on chain ${chain}, but ${then} in the project: ` +
      `an interface cannot be changed; give the new one another name`
    );
  }
  const count = due.findIndex((each) => each.module !== name);
  const migrations = due.splice(0, count === -1 ? due.length : count);
  return [
    moduleStep(module, { chain, now, then, tables, forms: [], migrations }),
    ...(hasForms ? [formStep(module, chain)] : []),
  ];
}

type Hashes = { readonly chain: string; readonly now?: string; readonly then: string };

function installation(module: DeployedModule, hashes: Hashes): Step {
  const tables = module.tables.filter((table) => !module.createdByInit.includes(table));
  return moduleStep(module, { ...hashes, tables, forms: module.init, migrations: [] });
}

function moduleStep(
  module: DeployedModule,
  given: Hashes & {
    readonly tables: readonly string[];
    readonly forms: readonly string[];
    readonly migrations: readonly Migration[];
  },
): Step {
  const { chain, now, then, tables, forms, migrations } = given;
  const { kind, name, namespace, imports, code } = module;
  const action = now === undefined ? 'install' : 'upgrade';
  const whole = [
    ...imports,
    code,
    ...tables.map((table) => createTable(name, table)),
    ...forms,
    ...migrations.flatMap(migrationForms),
  ];
  const base = { chain, kind, action, name, hashes: { now, then } } as const;
  const bare = { ...base, code: inNamespace(namespace, [...imports, code]) };
  const parts = [
    stepOf(bare),
    ...(tables.length > 0 ? [tableStep(module, chain, tables)] : []),
    ...(forms.length > 0 ? [formStep(module, chain)] : []),
    ...migrations.map((migration) => migrationStep(module, chain, migration)),
  ];
  return stepOf({
    ...base,
    code: inNamespace(namespace, whole),
    tables,
    forms: forms.length,
    migrations: migrations.map(({ file }) => file),
    parts: parts.length > 1 ? parts : [],
  });
}

function tableStep(module: DeployedModule, chain: string, tables: readonly string[]): Step {
  const { name, namespace } = module;
  const code = inNamespace(namespace, [
    admin(name),
    ...tables.map((table) => createTable(name, table)),
  ]);
  return stepOf({ chain, kind: 'tables', action: 'create', name, code, tables });
}

function formStep(module: DeployedModule, chain: string): Step {
  const { name, namespace, init } = module;
  const code = inNamespace(namespace, [`(use ${name})`, admin(name), ...init]);
  return stepOf({ chain, kind: 'init', action: 'run', name, code, forms: init.length });
}

function migrationStep(
  { name, namespace }: DeployedModule,
  chain: string,
  migration: Migration,
): Step {
  const forms = [`(use ${name})`, admin(name), ...migrationForms(migration)];
  const code = inNamespace(namespace, forms);
  const migrations = [migration.file];
  return stepOf({ chain, kind: 'migration', action: 'run', name, code, migrations });
}

const admin = (module: string): string => `(acquire-module-admin ${module})`;
const createTable = (module: string, table: string): string => `(create-table ${module}.${table})`;

function inNamespace(namespace: string, forms: readonly string[]): string {
  const entering = namespace === '' ? [] : [`(namespace ${printJsonString(namespace)})`];
  return [...entering, ...forms].join('\n');
}

type StepParts = Pick<Step, 'chain' | 'kind' | 'action' | 'name' | 'code'> & Partial<Step>;

function stepOf(parts: StepParts): Step {
  const { chain, kind, name, code } = parts;
  const id = hashText(JSON.stringify([chain, kind, name, code]));
  return { tables: [], forms: 0, migrations: [], parts: [], ...parts, id };
}

/** Returns the keyset in the data; `undefined` if only the network can tell. */
function wantedKeyset({ key }: KeysetForm, data: JsonValue): KeysetOnChain | undefined {
  const value = key !== undefined && isJsonObject(data) ? data.get(key) : undefined;
  if (value === undefined) return undefined;
  const keys = isJsonObject(value) ? value.get('keys') : value;
  if (keys === undefined || !isJsonArray(keys)) return undefined;
  const predicate = isJsonObject(value) ? value.get('pred') : undefined;
  return {
    keys: [...new Set(keys.map((each) => (typeof each === 'string' ? each : '')))].sort(),
    predicate: typeof predicate === 'string' ? predicate : 'keys-all',
  };
}

function isSameKeyset(one: KeysetOnChain, other: KeysetOnChain): boolean {
  return one.predicate === other.predicate && one.keys.join() === other.keys.join();
}

/** The title of a step, for people. */
export function titleOf({ action, kind, name, tables, forms, migrations }: Step): string {
  if (kind === 'tables') return `create ${listed('table', tables.length)} of ${name}`;
  if (kind === 'init') return `run ${listed('form', forms)} of ${name}`;
  if (kind === 'migration') return `migrate ${name}: ${migrations.join(', ')}`;
  const more = [
    ...(tables.length > 0 ? [listed('table', tables.length)] : []),
    ...(forms > 0 ? [listed('form', forms)] : []),
    ...(migrations.length > 0
      ? [`${listed('migration', migrations.length)} (${migrations.join(', ')})`]
      : []),
  ];
  const besides = more.length === 0 ? '' : ` with ${more.join(' and ')}`;
  return `${action} ${kind} ${name}${besides}`;
}

const listed = (what: string, count: number): string => `${count} ${what}${count === 1 ? '' : 's'}`;
