// Reads the state of a session: events, gas, modules, tables.

import { defName, isRefusal, TableName, toGas, type PactEvent } from '../../lang/session/run.ts';
import type { ReplEngine } from '../repl/engine.ts';
import { modulesOf } from '../../script/names/names-in-scope.ts';
import { valueOfPact, type Value } from './values.ts';

/** The fields of a row, in their order. */
export type Row = ReadonlyMap<string, Value>;

export type SessionEvent = {
  /** `namespace.module.CAPABILITY` */
  readonly name: string;
  readonly params: readonly Value[];
  readonly moduleHash: string;
};

export type Gas = {
  /** Rounded up. */
  readonly used: bigint;
  readonly usedMilligas: bigint;
  /** If `undefined`, nothing is metered. */
  readonly limit: bigint | undefined;
  /** `freeGasModel`, `table`, or `fixed` and its rate. */
  readonly model: string;
};

export type LoadedModule = {
  readonly kind: 'module' | 'interface';
  /** With its namespace. */
  readonly name: string;
  readonly hash: string;
  readonly members: readonly { readonly kind: string; readonly name: string }[];
};

export function eventOf({ name, params, module, moduleHash }: PactEvent): SessionEvent {
  return { name: `${module.text}.${name}`, params: params.map(valueOfPact), moduleHash };
}

export function gasOf({ meter }: ReplEngine): Gas {
  const { used, limit, model } = meter;
  return {
    used: toGas(used),
    usedMilligas: BigInt(used),
    limit: limit === undefined ? undefined : toGas(limit),
    model: model.name,
  };
}

export function loadedModules(engine: ReplEngine): readonly LoadedModule[] {
  return [...modulesOf(engine.machine)].map(({ module }) => ({
    kind: module.kind,
    name: module.name.text,
    hash: module.hash,
    members: module.defs.map((def) => ({
      kind: def.kind.replace(/^interface-/, ''),
      name: defName(def),
    })),
  }));
}

/** Returns the created tables, by `namespace.module.table`. */
export function tablesOf(engine: ReplEngine): ReadonlyMap<string, TableName> {
  const tables = new Map<string, TableName>();
  for (const { module } of modulesOf(engine.machine)) {
    for (const def of module.defs) {
      if (def.kind !== 'deftable') continue;
      const table = new TableName(def.name, module.name);
      const isCreated = !isRefusal(engine.machine.database.rowKeys(table));
      if (isCreated) tables.set(`${module.name.text}.${def.name}`, table);
    }
  }
  return tables;
}

/** Returns every row by key, keys ascending. */
export function rowsOf({ machine }: ReplEngine, table: TableName): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  const keys = machine.database.rowKeys(table);
  if (isRefusal(keys)) return rows;
  for (const key of keys) {
    const row = machine.database.readRow(table, key);
    if (row === undefined || isRefusal(row)) continue;
    rows.set(key, new Map([...row].map(([field, value]) => [field, valueOfPact(value)])));
  }
  return rows;
}
