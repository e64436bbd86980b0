// Rules about authority: who may call a function, acquire a capability, or replace a module.

import { type Expression, walkExpressions } from '../../../lang/session/analyse.ts';
import { definitionsThatWrite } from '../authority.ts';
import { argumentsOf, bodyOf, calledName, messagesIn } from '../expressions.ts';
import type { Found, Rule } from '../rule.ts';
import { truthOf } from './conditions.ts';

export const unguardedWrite: Rule = {
  name: 'unguarded-write',
  summary: 'a function changes rows without checking its caller',
  severity: 'warning',
  explanation: `Anyone can call any function of a module, even one meant only for other functions of the module. A function that
updates or writes a table should acquire a capability (\`with-capability\`), require one (\`require-capability\`), or enforce a
guard. Not reported: \`insert\`, which cannot change an existing row, and functions that call other modules, which may check.
Only contracts are checked, not scripts.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (update rows key { "owner": owner })))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap GIVE (key:string)
    (enforce-guard (at "guard" (read rows key))))
  (defschema row owner:string guard:guard)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (GIVE key)
      (update rows key { "owner": owner }))))`,
  check: (program) =>
    definitionsThatWrite(program)
      .filter(({ reach, direct }) => direct.length > 0 && reach.acquired.size === 0)
      .map(({ name, span }) => ({
        span,
        message: `anyone can call ${name}, which changes a table`,
      })),
};

export const openCapability: Rule = {
  name: 'open-capability',
  summary: 'a function changes rows under a capability that anyone can acquire',
  severity: 'warning',
  explanation: `A capability protects only what its body enforces. One with the body \`true\`, acquired in a function that anyone
can call, protects nothing, although the code looks protected. Enforce a guard in the capability, or in the function before
it acquires the capability. A capability with the body \`true\` is fine if a capability with a guard composes it.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap CHANGE () true)
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (CHANGE)
      (update rows key { "owner": owner }))))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap CHANGE () (enforce-keyset "admin"))
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (CHANGE)
      (update rows key { "owner": owner }))))`,
  check: (program) =>
    definitionsThatWrite(program)
      .filter(({ reach }) => reach.acquired.size > 0)
      .map(({ name, span, reach }) => ({
        span,
        message: `anyone can call ${name}, which changes a table: ${subjectOf([...reach.acquired])} nothing`,
      })),
};

const subjectOf = (names: readonly string[]): string =>
  `${names.join(' and ')} ${names.length === 1 ? 'enforces' : 'enforce'}`;

export const openGovernance: Rule = {
  name: 'open-governance',
  summary: 'anyone can replace the module',
  severity: 'warning',
  explanation: `A transaction that passes the governance of a module may replace its code and write its tables. A governance
capability whose body cannot fail admits everyone, even with the body \`false\`: the value of a capability is ignored. Enforce a
keyset, or write \`(enforce false "...")\` for a module that must never change. Only contracts are checked, not scripts.`,
  bad: `(module m G
  (defcap G () true)
  (defun f:integer () 1))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer () 1))`,
  check: ({ isContract, modules, authorities }) =>
    modules.flatMap((module) => {
      if (!isContract || module.governance.kind !== 'capability-governance') return [];
      const { name } = module.governance;
      const definition = authorities.get(module)?.definition(name);
      if (definition?.kind !== 'defcap' || !definition.body.every(cannotFail)) return [];
      const isFalse = truthOf(definition.body.at(-1)) === false;
      const hint = isFalse ? ': write (enforce false "...") to refuse everyone' : '';
      const message = `${name} lets anyone replace ${module.name.text}${hint}`;
      return [{ span: definition.spec.span, message }];
    }),
};

const cannotFail = ({ kind }: Expression): boolean => kind === 'constant';

export const userSuppliedGuard: Rule = {
  name: 'user-supplied-guard',
  summary: 'a capability enforces a keyset supplied by the caller',
  severity: 'warning',
  explanation: `\`read-keyset\` reads from the data of the transaction, which its sender writes. A capability that enforces such a
keyset is granted to everyone: each caller supplies a keyset of their own. Enforce a keyset defined by name, or a guard from a
table.`,
  bad: `(module m G
  (defcap G () (enforce-guard (read-keyset "admin")))
  (defun f:integer () 1))`,
  good: `(module m G
  (defcap G () (enforce-guard (keyset-ref-guard "free.admin")))
  (defun f:integer () 1))`,
  check: ({ isContract, modules }) => {
    if (!isContract) return [];
    return modules.flatMap(({ definitions }) =>
      definitions.flatMap((definition) => {
        if (definition.kind !== 'defcap') return [];
        const message = `the caller of ${definition.spec.name} chooses this keyset`;
        return messagesIn([{ expressions: definition.body }], (expression) =>
          enforcesReadKeyset(expression) ? message : undefined,
        );
      }),
    );
  },
};

function enforcesReadKeyset(expression: Expression): boolean {
  if (!/^enforce-(guard|keyset)$/.test(calledName(expression) ?? '')) return false;
  const [guard] = argumentsOf(expression);
  return guard !== undefined && calledName(guard) === 'read-keyset';
}

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
