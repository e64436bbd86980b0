// Database access for code: enforces purity, and turns database errors into Pact errors.
// Source: IR/Eval/CEK/Utils.hs (readOnlyEnv, sysOnlyEnv), Persistence/Types.hs; section 7.

import type { Span } from '../../../base/span.ts';
import type { DefPactExec, Namespace } from '../../core/model/defpact.ts';
import type { ModuleData } from '../../core/model/definition.ts';
import { isRefusal, type DatabaseRefusal, type Row, type WriteMode } from '../../db/database.ts';
import type { KeySetName, TableName } from '../../values/names.ts';
import type { KeySetGuard } from '../../values/value.ts';
import type { ErrorData } from '../../diagnostics/error.ts';
import type { Context } from '../../state/context.ts';
import type { Machine } from '../../state/machine.ts';
import { framesOf } from '../../state/stack.ts';

/** Returns `undefined` if the table has no such row. */
export function readRow(
  context: Context,
  table: TableName,
  key: string,
  span: Span,
): Row | undefined {
  const { machine } = context;
  if (context.purity === 'sys-only') disallowRead(machine, span);
  const row = machine.database.readRow(table, key);
  if (row !== undefined && isRefusal(row)) refuse(machine, row, { table, key }, span);
  return row;
}

export function writeRow(
  context: Context,
  write: {
    readonly mode: WriteMode;
    readonly table: TableName;
    readonly key: string;
    readonly row: Row;
  },
  span: Span,
): void {
  enforceImpure(context, span);
  const { mode, table, key, row } = write;
  const refusal = context.machine.database.writeRow(mode, table, key, row);
  if (refusal !== undefined) refuse(context.machine, refusal, { table, key }, span);
}

export function rowKeys(context: Context, table: TableName, span: Span): readonly string[] {
  enforceImpure(context, span);
  const keys = context.machine.database.rowKeys(table);
  if (isRefusal(keys)) refuse(context.machine, keys, { table, key: '' }, span);
  return keys;
}

export function createTable(context: Context, table: TableName, span: Span): void {
  enforceImpure(context, span);
  const refusal = context.machine.database.createTable(table);
  if (refusal !== undefined) refuse(context.machine, refusal, { table, key: '' }, span);
}

export function writeModule(context: Context, data: ModuleData, span: Span): void {
  enforceImpure(context, span);
  context.machine.database.writeModule(data);
}

export function rewriteModule(context: Context, data: ModuleData, span: Span): void {
  enforceImpure(context, span);
  context.machine.database.rewriteModule(data);
}

export function writeModuleSource(context: Context, data: ModuleData, span: Span): void {
  enforceImpure(context, span);
  context.machine.database.writeModuleSource(data);
}

export function writeKeySet(
  context: Context,
  name: KeySetName,
  keySet: KeySetGuard,
  span: Span,
): void {
  enforceImpure(context, span);
  context.machine.database.writeKeySet(name, keySet);
}

export function writeNamespace(context: Context, namespace: Namespace, span: Span): void {
  enforceImpure(context, span);
  context.machine.database.writeNamespace(namespace);
}

export function writeDefPact(
  context: Context,
  pactId: string,
  exec: DefPactExec | 'completed',
  span: Span,
): void {
  enforceImpure(context, span);
  context.machine.database.writeDefPact(pactId, exec);
}

function disallowRead(machine: Machine, span: Span): never {
  return machine.fail('OpDisallowed', {}, span);
}

export function enforceImpure(context: Context, span: Span): void {
  if (context.purity !== 'impure') disallow(context, span);
}

function disallow(context: Context, span: Span): never {
  return context.machine.fail('OpDisallowed', reentryInto(context), span);
}

type Reentry = ErrorData<'OpDisallowed'>;

/** If a module was called back while its own call through a module reference is open: which, and by what function. */
function reentryInto({ machine, reentrant }: Context): Reentry {
  const frames = framesOf(machine.stack).map(({ name }) => name);
  const moduleAt = (index: number): string | undefined => frames[index]?.module.text;
  for (let i = 0; i < frames.length; i++) {
    const module = moduleAt(i);
    if (module === undefined || !reentrant.has(module)) continue;
    const outer = frames.findIndex((_, at) => at > i && moduleAt(at) !== module);
    const isCalledBack =
      outer !== -1 && frames.some((_, at) => at > outer && moduleAt(at) === module);
    // The body that runs now has left its own module only if it was entered again.
    if (!isCalledBack && i > 0) continue;
    const via = isCalledBack ? frames[outer]?.qualified : undefined;
    return via === undefined ? { reentered: module } : { reentered: module, via };
  }
  return {};
}

function refuse(
  machine: Machine,
  refusal: DatabaseRefusal,
  at: { readonly table: TableName; readonly key: string },
  span: Span,
): never {
  const table = at.table.text;
  switch (refusal.kind) {
    case 'row-exists':
      return machine.fail('RowFoundError', { table, key: at.key }, span);
    case 'no-row':
      return machine.fail('NoRowFound', { table, key: at.key }, span);
    case 'no-table':
      return machine.fail('NoSuchTable', { table }, span);
    case 'table-exists':
      return machine.fail('TableAlreadyExists', { table }, span);
  }
}
