// Migrations: forms that change what is stored, run once with the upgrade of a module. The chain itself records which of
// them have run: each has a condition that is true afterwards, and its transaction tests the condition before and after.

import { bad, good, type Result } from '../../base/result.ts';
import { printJsonString } from '../../base/json.ts';
import { Source, type Span } from '../../base/span.ts';
import { parseExpression, parseProgram } from '../../lang/session/analyse.ts';

export type Migration = {
  /** As it is written in the project file: also its name. */
  readonly file: string;
  /** The module whose upgrade it belongs to, with its namespace. */
  readonly module: string;
  readonly forms: readonly string[];
  /** An expression that is true on chains where the migration has run. */
  readonly done: string;
};

export type MigrationText = Omit<Migration, 'forms'> & { readonly text: string };

/** Reads a migration; the fault is a sentence with its place. */
export function readMigration(
  { file, module, done, text }: MigrationText,
  { nestingLimit }: { readonly nestingLimit: number },
): Result<Migration, string> {
  const condition = parseExpression(new Source('done', done), { nestingLimit });
  const [wrong] = condition.diagnostics;
  if (wrong !== undefined || condition.value === undefined) {
    const why = wrong?.message ?? 'it is empty';
    return bad(`${file}: done must be one expression that is true once it has run: ${why}`);
  }
  const source = new Source(file, text);
  const { value, diagnostics } = parseProgram(source, { dialect: 'pact', nestingLimit });
  const [fault] = diagnostics;
  if (fault !== undefined)
    return bad(`${placeOf(fault.span)}: it cannot be read: ${fault.message}`);
  if (value.length === 0) return bad(`${file}: the migration is empty: write the forms to run`);
  const other = value.find((form) => form.kind !== 'term');
  if (other !== undefined) {
    const instead =
      other.kind === 'use'
        ? `the members of ${module} need no use; write full names for those of other modules`
        : `write the ${other.kind} in a contract, under sources`;
    return bad(`${placeOf(other.span)}: a migration contains expressions only: ${instead}`);
  }
  const forms = value.map((form) => form.span.text);
  return good({ file, module, done: condition.value.span.text, forms });
}

const placeOf = ({ source, startPosition }: Span): string =>
  `${source.name}:${startPosition.line + 1}`;

/** Returns the forms of its transaction, which change nothing on a chain where it has run. */
export function migrationForms({ file, forms, done }: Migration): readonly string[] {
  const undone = printJsonString(`${file}: done is still false after the migration`);
  return [
    `(if ${done} "already done" (let ((pact-deploy true))\n${forms.join('\n')}))`,
    // Its keys could not be listed inside enforce, which only reads rows.
    `(let ((migrated ${done})) (enforce migrated ${undone}))`,
  ];
}

/** Returns the code that asks a chain whether the migration has run. */
export function migrationQuestion({ module, done }: Migration): string {
  const at = module.lastIndexOf('.');
  const entering = at === -1 ? '' : `(namespace ${printJsonString(module.slice(0, at))})\n`;
  return `${entering}(use ${module})\n${done}`;
}
