// How forms break over lines: how much of a form stays on its first line, by its first word. This is
// everything that the formatter knows about names.

export type FormRule = {
  /** Items after the first word that stay on the first line at any length. */
  readonly pinned: number;
  /** Items after the first word that stay on the first line if they fit; at least `pinned`. */
  readonly head: number;
  /** A form written on several lines stays on several lines, even if it fits on one. */
  readonly keepsBreak: boolean;
  /** The rest is aligned with the first item after the first word. */
  readonly isAligned: boolean;
  /** Contains definitions: its last parenthesis is on its own line, and two blank lines may separate its items. */
  readonly holdsDefinitions: boolean;
};

const rule = (pinned: number, head: number): FormRule => ({
  pinned,
  head,
  keepsBreak: true,
  isAligned: false,
  holdsDefinitions: false,
});

/** A call: on one line if it fits. */
const builtin = (head: number): FormRule => ({ ...rule(0, head), keepsBreak: false });

export const formRules: ReadonlyMap<string, FormRule> = new Map([
  ['module', { ...rule(2, 2), holdsDefinitions: true }],
  ['interface', { ...rule(1, 1), holdsDefinitions: true }],
  ['defun', rule(1, 2)],
  ['defcap', rule(1, 2)],
  ['defpact', rule(1, 2)],
  ['defconst', rule(1, 2)],
  ['defschema', rule(1, 1)],
  ['deftable', rule(1, 1)],
  ['defproperty', rule(1, 2)],
  ['let', rule(1, 1)],
  ['let*', rule(1, 1)],
  ['lambda', rule(1, 1)],
  ['if', rule(0, 1)],
  ['cond', rule(0, 0)],
  ['do', rule(0, 0)],
  ['try', rule(0, 1)],
  ['enforce', rule(0, 1)],
  ['enforce-one', rule(0, 1)],
  ['with-capability', rule(0, 1)],
  ['with-read', rule(0, 2)],
  ['with-default-read', rule(0, 2)],
  ['bind', rule(0, 1)],
  ['resume', rule(0, 0)],
  ['step', rule(0, 0)],
  ['step-with-rollback', rule(0, 0)],
  ['expect', rule(0, 1)],
  ['expect-failure', rule(0, 1)],
  ['expect-that', rule(0, 1)],
  ['insert', builtin(2)],
  ['update', builtin(2)],
  ['write', builtin(2)],
  ['read', builtin(2)],
  ['select', builtin(2)],
  ['fold-db', builtin(1)],
  ['map', builtin(1)],
  ['filter', builtin(1)],
  ['zip', builtin(1)],
  ['fold', builtin(2)],
  ['forall', builtin(1)],
  ['exists', builtin(1)],
  ['when', builtin(1)],
]);

/** `(name value)` in a `let`. */
export const bindingRule: FormRule = { ...rule(0, 1), keepsBreak: false };

const alignedRule: FormRule = { ...rule(1, 1), keepsBreak: false, isAligned: true };

const operators = new Set('= != < <= > >= + - * / and or'.split(' '));

/** For a call: the number of words that may stay beside its name. */
export function callRule(name: string, leadingWords: number): FormRule {
  if (operators.has(name)) return alignedRule;
  return { ...rule(0, leadingWords), keepsBreak: false };
}

/** Forms with parameters, which is the first group in parentheses after the name. */
export const withParameters = new Set(['defun', 'defcap', 'defpact', 'defproperty', 'lambda']);
export const withBindings = new Set(['let', 'let*']);

/** What a project may choose. Everything else is fixed. */
export type FormatOptions = {
  /** Columns that a line should not exceed; a long word or string may. */
  readonly width: number;
  /** Columns that the parts of a form are indented from its parenthesis. */
  readonly indent: number;
  /** Where to put the closing parenthesis of a multi-line form. */
  readonly closers: 'stacked' | 'own-line';
};

export const defaultFormat: FormatOptions = { width: 80, indent: 2, closers: 'stacked' };
