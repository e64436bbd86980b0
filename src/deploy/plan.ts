// The difference between a project and a chain, as steps: each is one transaction, or several if one would need more
// gas than a transaction may use.

import { isJsonArray, isJsonObject, printJsonString, type JsonValue } from '../base/json.ts';
import { hashText } from '../lang/session/run.ts';
import type { KeysetForm } from './contract-forms.ts';
import type { DeployedModule, DeployProject } from './project.ts';
import type { ChainState, KeysetOnChain } from './state.ts';

export type StepKind = 'namespace' | 'keyset' | 'module' | 'interface' | 'tables' | 'init';

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
  /** The current hash of the module, and the new one. */
  readonly hashes?: { readonly now: string | undefined; readonly then: string };
  /** The same work as smaller transactions. */
  readonly parts: readonly Step[];
};

export type PlanFacts = {
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
  for (const module of project.modules) {
    const found = stepsOfModule(module, facts);
    if (typeof found === 'string') faults.push(found);
    else steps.push(...found);
  }
  return { steps, faults };
}

/** Returns a sentence if it cannot be done. */
function stepsOfModule(module: DeployedModule, facts: PlanFacts): readonly Step[] | string {
  const { chain, state, hashes, formsDue } = facts;
  const { name, kind } = module;
  const now = state.modules.get(name)?.hash;
  const then = hashes.get(name) ?? '';
  const missing = module.tables.filter((table) => !state.tables.has(`${name}.${table}`));
  if (now === undefined) return [installation(module, { chain, then })];
  const due = formsDue.has(name) && module.init.length > 0;
  const later = due ? module.createdByInit : [];
  const after: Step[] = [];
  const tables = missing.filter((table) => !later.includes(table));
  if (now === then) {
    if (tables.length > 0) after.push(tableStep(module, chain, tables));
    if (due) after.push(formStep(module, chain));
    return after;
  }
  if (kind === 'interface') {
    return (
      `${name} has the hash ${now} on chain ${chain}, but ${then} in the project: ` +
      `an interface cannot be changed; give the new one another name`
    );
  }
  return [
    { ...moduleStep(module, { chain, now, then, tables, forms: [] }) },
    ...(due ? [formStep(module, chain)] : []),
  ];
}

type Hashes = { readonly chain: string; readonly now?: string; readonly then: string };

function installation(module: DeployedModule, hashes: Hashes): Step {
  const tables = module.tables.filter((table) => !module.createdByInit.includes(table));
  return moduleStep(module, { ...hashes, tables, forms: module.init });
}

function moduleStep(
  module: DeployedModule,
  given: Hashes & { readonly tables: readonly string[]; readonly forms: readonly string[] },
): Step {
  const { chain, now, then, tables, forms } = given;
  const { kind, name, namespace, imports, code } = module;
  const action = now === undefined ? 'install' : 'upgrade';
  const whole = [...imports, code, ...tables.map((table) => createTable(name, table)), ...forms];
  const base = { chain, kind, action, name, hashes: { now, then } } as const;
  const bare = { ...base, code: inNamespace(namespace, [...imports, code]) };
  const parts = [
    stepOf(bare),
    ...(tables.length > 0 ? [tableStep(module, chain, tables)] : []),
    ...(forms.length > 0 ? [formStep(module, chain)] : []),
  ];
  return stepOf({
    ...base,
    code: inNamespace(namespace, whole),
    tables,
    forms: forms.length,
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
  return { tables: [], forms: 0, parts: [], ...parts, id };
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
