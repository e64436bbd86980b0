// The contents of a stopped run: variables, capabilities, tables, transaction, events, gas. Each list is made only when
// it is opened, and limited.

import {
  exactGasText,
  grantedOf,
  isRefusal,
  managedOf,
  prettyMachineValue,
  TableName,
  type DefPactExec,
  type MilliGas,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import { isClosure, type MachineValue } from '../../lang/session/extend.ts';
import type { ReplEngine } from '../repl/engine.ts';
import type { Activation } from './active-terms.ts';
import { debugLimits } from './limits.ts';
import { type VariableNames, shortText, shortValue, variablesOf } from './variables.ts';

export type Variable = {
  readonly name: string;
  readonly value: string;
  readonly parts?: (() => readonly Variable[]) | undefined;
  /** Of a row or table: the name for a breakpoint on writes. */
  readonly written?: { readonly table: string; readonly key: string | undefined };
};

export type Scope = {
  readonly name: string;
  /** Expensive to list and rarely needed. */
  readonly isExpensive: boolean;
  readonly variables: () => readonly Variable[];
};

export type InspectedRun = {
  readonly engine: ReplEngine;
  readonly names: VariableNames;
  /** Of the whole run, even if the script has no limit. */
  readonly gasUsed: () => MilliGas;
};

export function scopesOf(run: InspectedRun, at: Activation): readonly Scope[] {
  const { engine, names } = run;
  const all = variablesOf(at, names);
  const shown = (isArgument: boolean): readonly Variable[] =>
    bounded(
      all.filter((each) => each.isArgument === isArgument),
      ({ name, value }) => variableOf(name, value),
    );
  const scopes: Scope[] = [
    { name: 'Locals', isExpensive: false, variables: () => shown(false) },
    { name: 'Capabilities', isExpensive: false, variables: () => capabilities(engine) },
    { name: 'Tables', isExpensive: true, variables: () => tables(engine) },
    { name: 'Transaction', isExpensive: true, variables: () => transaction(engine) },
    { name: 'Events', isExpensive: false, variables: () => events(engine) },
    { name: 'Gas', isExpensive: false, variables: () => gas(run) },
  ];
  if (at.frame === undefined && at.lambda === undefined) return scopes;
  return [{ name: 'Arguments', isExpensive: false, variables: () => shown(true) }, ...scopes];
}

export function variableOf(name: string, value: MachineValue): Variable {
  return { name, value: shortValue(value, debugLimits.value), parts: partsOf(value) };
}

function partsOf(value: MachineValue): (() => readonly Variable[]) | undefined {
  if (typeof value !== 'object' || isClosure(value)) return undefined;
  if (value.kind === 'list' && value.length > 0) {
    return () => bounded(value.items, (item, at) => variableOf(String(at), item));
  }
  if (value.kind === 'object' && value.fields.size > 0) {
    return () => bounded([...value.fields], ([name, field]) => variableOf(name, field));
  }
  return undefined;
}

function capabilities({ machine }: ReplEngine): readonly Variable[] {
  const { capabilities: state, environment } = machine;
  const asked: QualifiedCapability[] = [];
  for (let each = state.beingEvaluated; each !== undefined; each = each.next) {
    asked.push(each.capability);
  }
  const managed = managedOf(state).map(({ original, state: left }) => {
    const value =
      left.kind === 'user' ? `${shortValue(left.value)} left` : left.used ? 'used' : 'not used';
    return { name: capabilityText(original), value };
  });
  const signatures = [...environment.signatures].map(([key, scope]) => {
    const value = scope.length === 0 ? 'not scoped' : scope.map(capabilityText).join(' ');
    return { name: shortText(key), value: shortText(value, debugLimits.value) };
  });
  const admin = [...state.moduleAdmin].map((name) => ({ name, value: 'granted' }));
  return [
    group('granted', grantedOf(state).map(named('granted'))),
    group('asked', asked.map(named('being evaluated'))),
    group('managed', managed),
    group('signatures', signatures),
    group('module admin', admin),
  ];
}

const named =
  (value: string) =>
  (capability: QualifiedCapability): Variable => ({ name: capabilityText(capability), value });

function capabilityText({ name, args }: QualifiedCapability): string {
  const shown = args.map((arg) => shortValue(arg)).join(' ');
  return shortText(args.length === 0 ? `(${name.text})` : `(${name.text} ${shown})`, 200);
}

function group(name: string, variables: readonly Variable[]): Variable {
  const value = variables.length === 0 ? 'none' : String(variables.length);
  const parts = variables.length === 0 ? undefined : () => bounded(variables, (each) => each);
  return { name, value, parts };
}

/** Of the loaded modules, with the rows as they are within the transaction. */
function tables({ machine }: ReplEngine): readonly Variable[] {
  const found: Variable[] = [];
  for (const name of machine.loaded.moduleNames()) {
    const module = machine.loaded.module(name)?.module;
    if (module?.kind !== 'module') continue;
    for (const def of module.defs) {
      if (def.kind !== 'deftable') continue;
      found.push(tableVariable(machine, new TableName(def.name, module.name)));
    }
  }
  return bounded(found, (each) => each);
}

function tableVariable({ database }: ReplEngine['machine'], table: TableName): Variable {
  const name = `${table.module.text}.${table.name}`;
  const keys = database.rowKeys(table);
  if (!Array.isArray(keys)) return { name, value: 'not created' };
  return {
    name,
    value: `${keys.length} ${keys.length === 1 ? 'row' : 'rows'}`,
    written: { table: name, key: undefined },
    parts: () =>
      bounded(keys as readonly string[], (key) => ({
        ...rowVariable(database, table, key),
        written: { table: name, key },
      })),
  };
}

function rowVariable(
  database: ReplEngine['machine']['database'],
  table: TableName,
  key: string,
): Variable {
  const row = database.readRow(table, key);
  if (row === undefined || isRefusal(row)) return { name: key, value: 'no row' };
  const fields = [...row];
  const value = fields.map(([field, of]) => `${field}: ${shortValue(of)}`).join(', ');
  return {
    name: key,
    value: shortText(`{${value}}`, debugLimits.value),
    parts: () => fields.map(([field, of]) => variableOf(field, of)),
  };
}

function transaction(engine: ReplEngine): readonly Variable[] {
  const { environment, defPactExec } = engine.machine;
  const { data, hash, publicData } = environment;
  const { chainId, sender, blockHeight, blockTime, gasLimit, gasPrice } = publicData;
  const open = engine.transaction;
  const name = open === undefined ? 'none open' : (open.label ?? `number ${open.id}`);
  return [
    { name: 'name', value: name },
    variableOf('data', data),
    { name: 'hash', value: hash },
    variableOf('sender', sender),
    variableOf('chain', chainId),
    variableOf('block height', blockHeight),
    variableOf('block time', blockTime),
    variableOf('gas limit', gasLimit),
    variableOf('gas price', gasPrice),
    ...(defPactExec === undefined ? [] : [defpact(defPactExec)]),
  ];
}

function defpact({ pactId, step, stepCount, continuation, yield: yielded }: DefPactExec): Variable {
  const fields = [...(yielded?.data ?? [])].map(([name, value]) => variableOf(name, value));
  return {
    name: 'defpact',
    value: `${continuation.def.text}, step ${step + 1} of ${stepCount}`,
    parts: () => [
      { name: 'id', value: shortText(pactId) },
      ...continuation.args.map((arg, at) => variableOf(`argument ${at}`, arg)),
      group('yielded', fields),
    ],
  };
}

function events({ machine }: ReplEngine): readonly Variable[] {
  return bounded(machine.events, ({ module, name, params }, at) => ({
    name: String(at),
    value: shortText(
      `(${[`${module.text}.${name}`, ...params.map((param) => shortValue(param))].join(' ')})`,
      debugLimits.value,
    ),
    parts:
      params.length === 0
        ? undefined
        : () => params.map((param, i) => variableOf(String(i), param)),
  }));
}

function gas({ engine, gasUsed }: InspectedRun): readonly Variable[] {
  const { meter } = engine;
  const limit = meter.limit === undefined ? 'none' : gasText(meter.limit);
  return [
    { name: 'run', value: gasText(gasUsed()) },
    { name: 'transaction', value: gasText(meter.used) },
    { name: 'limit', value: limit },
  ];
}

/** With three decimals if there are any. */
const gasText = (amount: MilliGas): string => exactGasText(amount).replace(/\.000$/, '');

function bounded<T>(
  items: readonly T[],
  variable: (item: T, at: number) => Variable,
): readonly Variable[] {
  const shown = items.slice(0, debugLimits.variables).map(variable);
  const left = items.length - shown.length;
  return left === 0 ? shown : [...shown, { name: '…', value: `${left} more` }];
}

export function fullText(value: MachineValue): string {
  return isClosure(value)
    ? prettyMachineValue(value)
    : shortText(shortValue(value, debugLimits.evaluatedValue), debugLimits.evaluatedValue);
}
