import { walkExpressions, type Expression } from '../../../lang/session/analyse.ts';
import type { Found, Rule } from '../define.ts';
import { argumentsOf, bodyOf, calledName } from '../expressions.ts';

export const guardAfterWrite: Rule = {
  name: 'guard-after-write',
  summary: 'the guard of a row is enforced only after it was replaced',
  severity: 'warning',
  explanation: `After \`(update rows key { "guard": new })\` the row has the new guard, so \`(enforce-guard (at "guard" (read rows key)))\`
checks the new guard, not the old one. Anyone can take over such a row. Read and enforce the old guard before the write.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema row guard:guard)
  (deftable rows:{row})
  (defun rotate (key:string new:guard)
    (update rows key { "guard": new })
    (enforce-guard (at "guard" (read rows key)))))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema row guard:guard)
  (deftable rows:{row})
  (defun rotate (key:string new:guard)
    (enforce-guard (at "guard" (read rows key)))
    (update rows key { "guard": new })))`,
  check: ({ bodies, isContract }) =>
    isContract ? bodies.flatMap(({ expressions }) => foundIn(expressions)) : [],
};

function foundIn(expressions: readonly Expression[]): readonly Found[] {
  const found = [...inSequence(expressions)];
  walkExpressions(expressions, (each) => found.push(...inSequence(bodyOf(each))));
  return found;
}

/** Checks expressions that run one after the other. */
function inSequence(expressions: readonly Expression[]): readonly Found[] {
  return expressions.flatMap((expression, at) => {
    const write = writeOf(expression);
    if (write === undefined) return [];
    const later = expressions.slice(at + 1);
    const isAsked = write.fields.some((field) => enforces(later, { ...write, field }));
    const isAskedBefore = write.fields.some((field) =>
      enforces(expressions.slice(0, at), { ...write, field }),
    );
    if (!isAsked || isAskedBefore) return [];
    return [{ span: expression.span, message: 'the guard is replaced before it is enforced' }];
  });
}

type Row = { readonly table: string; readonly key: string };

function writeOf(expression: Expression): (Row & { readonly fields: string[] }) | undefined {
  const name = calledName(expression);
  const [table, key, object] = argumentsOf(expression);
  if ((name !== 'update' && name !== 'write') || object?.kind !== 'object') return undefined;
  if (table === undefined || key === undefined) return undefined;
  const fields = object.fields.map(({ field }) => field);
  return { table: table.span.text, key: key.span.text, fields };
}

/** Checks whether the expressions enforce the guard that this field of the row has when they run. */
function enforces(
  expressions: readonly Expression[],
  row: Row & { readonly field: string },
): boolean {
  let isEnforced = false;
  walkExpressions(expressions, (each) => {
    const [first] = argumentsOf(each);
    if (calledName(each) === 'enforce-guard' && first !== undefined && isFieldOf(first, row)) {
      isEnforced = true;
    }
    if (bindsAndEnforces(each, row)) isEnforced = true;
  });
  return isEnforced;
}

/** `(at "guard" (read rows key))` */
function isFieldOf(expression: Expression, row: Row & { readonly field: string }): boolean {
  const [field, read] = argumentsOf(expression);
  if (calledName(expression) !== 'at' || read === undefined) return false;
  const isField =
    field?.kind === 'constant' &&
    field.literal.kind === 'string' &&
    field.literal.value === row.field;
  return isField && calledName(read) === 'read' && isOf(read, row);
}

/** `(with-read rows key { "guard" := g } (enforce-guard g))` */
function bindsAndEnforces(expression: Expression, row: Row & { readonly field: string }): boolean {
  if (calledName(expression) !== 'with-read' || !isOf(expression, row)) return false;
  const binding = argumentsOf(expression)[2];
  if (binding?.kind !== 'binding') return false;
  const name = binding.pairs.find(({ field }) => field === row.field)?.argument.name;
  let isEnforced = false;
  walkExpressions(binding.body, (each) => {
    const [guard] = argumentsOf(each);
    if (calledName(each) === 'enforce-guard' && guard?.span.text === name) isEnforced = true;
  });
  return isEnforced;
}

function isOf(read: Expression, { table, key }: Row): boolean {
  const [first, second] = argumentsOf(read);
  return first?.span.text === table && second?.span.text === key;
}
