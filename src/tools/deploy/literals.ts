// Reads values from syntax without running it: calls of builtins, string literals, members of the data.

import { walkExpressions, type Expression, type TopLevel } from '../../lang/session/analyse.ts';

export type Application = { readonly builtin: string; readonly args: readonly Expression[] };

export function applicationOf(form: TopLevel): Application | undefined {
  return form.kind === 'term' ? callIn(form.expression) : undefined;
}

function callIn(expression: Expression): Application | undefined {
  if (expression.kind !== 'application') return undefined;
  const { head, args } = expression;
  if (head.kind !== 'variable' || head.name.kind !== 'bare') return undefined;
  return { builtin: head.name.name, args };
}

export function literalTextOf(expression: Expression): string | undefined {
  if (expression.kind !== 'constant') return undefined;
  const { literal } = expression;
  return literal.kind === 'string' ? literal.value : undefined;
}

/** Returns `k` of `(read-keyset "k")`, for one of these readers. */
export function dataKeyOf(expression: Expression, readers: readonly string[]): string | undefined {
  const call = callIn(expression);
  const [key] = call?.args ?? [];
  if (call === undefined || key === undefined || call.args.length !== 1) return undefined;
  return readers.includes(call.builtin) ? literalTextOf(key) : undefined;
}

/** Returns the names of tables, without their modules, that a form creates with `create-table` anywhere inside. */
export function tablesCreatedIn(form: TopLevel): readonly string[] {
  const tables: string[] = [];
  if (form.kind !== 'term') return tables;
  walkExpressions([form.expression], (expression) => {
    const call = callIn(expression);
    const [table] = call?.args ?? [];
    if (call?.builtin !== 'create-table' || table?.kind !== 'variable') return;
    tables.push(table.span.text.slice(table.span.text.lastIndexOf('.') + 1));
  });
  return tables;
}
