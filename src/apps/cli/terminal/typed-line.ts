// Answers lines at the REPL prompt that are not forms: help, and the documentation of a name.

import { suggestion } from '../../../base/prose.ts';
import type { ReplEngine } from '../../../tools/repl/engine.ts';
import { namesInScope } from '../../../script/names/names-in-scope.ts';
import { pageOf, pageOfName } from '../../../script/pages/pages.ts';
import { wrapText } from './layout.ts';

/** Returns `undefined` for a line that is to be run. */
export function answerWord(
  engine: ReplEngine,
  line: string,
  width: number,
): 'leave' | { readonly text: string } | undefined {
  const word = typedWord(line);
  const other = word === undefined ? explainOtherSyntax(line) : undefined;
  if (other !== undefined) return { text: wrapText(other, width) };
  if (word === undefined || isOwnCall(engine, line.trim())) return undefined;
  if (word.kind === 'leave') return 'leave';
  const text = textFor(engine, word);
  return text === undefined ? undefined : { text: wrapText(text, width) };
}

/** Checks whether `exit`, `(help)` and the like call a definition of the user. */
function isOwnCall({ machine }: ReplEngine, typed: string): boolean {
  const name = /^\(?(exit|quit|bye|help|\?)\)?$/.exec(typed)?.[1];
  return name !== undefined && machine.loaded.topLevelName(name) !== undefined;
}

function textFor(
  engine: ReplEngine,
  word: Exclude<TypedWord, { kind: 'leave' }>,
): string | undefined {
  switch (word.kind) {
    case 'help':
      return helpText;
    case 'unknown':
      return `There is no command ${word.word}. Type help for a list of commands.`;
    case 'name':
      if (word.alone) return pageOfName(engine, word.name);
      return pageOf(engine, word.name) ?? nothingKnown(engine, word.name);
  }
}

function nothingKnown(engine: ReplEngine, name: string): string {
  return `There is no definition named ${name}${suggestion(name, namesInScope(engine.sets, engine.machine))}.`;
}

const helpText = `Type a form, such as (+ 1 2), to run it. It can span several lines, until its parentheses close. Type only a name to read about a builtin, special form, module or function.

    (load "test.repl")   run a script or load a contract
    NAME, help NAME      describe NAME
    help, ?              show this text
    exit, quit, Ctrl-D   leave
    Tab                  complete a name, or a file in a string; twice: list all
    Up, Down             go through earlier forms
    Ctrl-R               search earlier forms
    Ctrl-C               clear the input, or stop the running form

To list all builtins, run pact --builtins in a shell.`;

// Recognises input at the prompt other than forms: to leave, to get help, to read about a name. It includes the
// commands of other REPLs.

type TypedWord =
  | { readonly kind: 'leave' }
  | { readonly kind: 'help' }
  /** A question about a name; `alone`: the line is only the name, which may be a value. */
  | { readonly kind: 'name'; readonly name: string; readonly alone: boolean }
  /** It looks like a command of another REPL, but is not known here. */
  | { readonly kind: 'unknown'; readonly word: string };

const leaving: ReadonlySet<string> = new Set(['exit', 'quit', 'bye', 'q']);
const helping: ReadonlySet<string> = new Set(['help', 'h', '?', 'doc', 'info', 'i']);

/** Returns `undefined` for a form or a part of one. */
export function typedWord(line: string): TypedWord | undefined {
  const typed = line.trim();
  const command = /^[.:\\](\S+)(?:\s+(\S+))?$/.exec(typed);
  if (command !== null) return commandOf(typed, command);
  const call = /^\(?(exit|quit|bye|help)(?:\(\)|\))?$/.exec(typed);
  const word = call?.[1] ?? typed;
  if (word === 'exit' || word === 'quit' || word === 'bye') return { kind: 'leave' };
  if (word === 'help' || word === '?') return { kind: 'help' };
  const asked = /^(?:\(?help\s+|\?\s*)([^\s()"]+)\)?$/.exec(typed);
  if (asked?.[1] !== undefined) return { kind: 'name', name: asked[1], alone: false };
  if (/^[^\s()[\]{}"',;]+$/.test(typed)) return { kind: 'name', name: typed, alone: true };
  return undefined;
}

function commandOf(typed: string, [, word = '', name]: readonly string[]): TypedWord | undefined {
  if (leaving.has(word)) return { kind: 'leave' };
  if (helping.has(word)) {
    return name === undefined ? { kind: 'help' } : { kind: 'name', name, alone: false };
  }
  // `:=` alone asks about bindings.
  if (!/^[a-z]/.test(word)) return { kind: 'name', name: typed, alone: true };
  return { kind: 'unknown', word: typed };
}

// Says how to write in Pact what people type at the prompt from habit: `1 + 2`, `f(x)`, `x = 1`.

/** Operators between two values, and their names in Pact. */
const operators: ReadonlyMap<string, string> = new Map([
  ...['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '!=', 'and', 'or'].map(
    (name) => [name, name] as const,
  ),
  ['=', '='],
  ['==', '='],
  ['===', '='],
  ['!==', '!='],
  ['**', '^'],
  ['%', 'mod'],
  ['&&', 'and'],
  ['||', 'or'],
]);

/** A number, string, name or call. */
const operand = String.raw`"(?:\\.|[^"\\])*"|'[\w-]+|-?\d+(?:\.\d+)?|[A-Za-z_][\w.-]*|\([^()]*\)`;
const chain = new RegExp(
  `^(${operand})((?:\\s+(?:[-+*/^<>=!%&|]{1,3}|and|or)\\s+(?:${operand}))+)$`,
);
const tight = new RegExp(`^(\\d+(?:\\.\\d+)?)([-+*/^%])(\\d+(?:\\.\\d+)?)$`);
const link = new RegExp(`\\s+(\\S+)\\s+(${operand})`, 'g');
const assignment = /^(?:let\s+|var\s+|const\s+)?([A-Za-z_][\w-]*)\s*:?=\s*([^=\s].*?);?$/;
const call = /^([A-Za-z_][\w.-]*)\(([^()]*)\);?$/;

/** Returns what to write instead of a line; `undefined` for other lines. */
export function explainOtherSyntax(line: string): string | undefined {
  const typed = line.trim();
  return explainAssignment(typed) ?? explainOperators(typed) ?? explainCall(typed);
}

function explainAssignment(typed: string): string | undefined {
  const [, name, value] = assignment.exec(typed) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const written = inPact(value);
  return (
    `To give ${written} a name, write (defconst ${name} ${written}), or (let ((${name} ${written})) ...) ` +
    `for one expression. To compare, write (= ${name} ${written}).`
  );
}

function explainOperators(typed: string): string | undefined {
  const form = withOperators(typed);
  return form === undefined ? undefined : `Operators come first in Pact: ${form}`;
}

function withOperators(typed: string): string | undefined {
  const near = tight.exec(typed);
  const spaced = near === null ? typed : near.slice(1).join(' ');
  const [, first, rest] = chain.exec(spaced) ?? [];
  if (first === undefined || rest === undefined) return undefined;
  let form = first;
  let before: string | undefined;
  for (const [, written = '', value = ''] of rest.matchAll(link)) {
    const operator = operators.get(written);
    // The order of different operators is for the reader to decide.
    if (operator === undefined || (before !== undefined && before !== operator)) return undefined;
    form = `(${operator} ${form} ${value})`;
    before = operator;
  }
  return form;
}

function explainCall(typed: string): string | undefined {
  const form = asCall(typed);
  return form === undefined ? undefined : `The name comes inside of the parentheses: ${form}`;
}

function asCall(typed: string): string | undefined {
  const [, name, list] = call.exec(typed) ?? [];
  if (name === undefined || list === undefined) return undefined;
  const parts = list.split(',').map((part) => inPact(part.trim()));
  return `(${[name, ...parts].join(' ').trim()})`;
}

const inPact = (typed: string): string => withOperators(typed) ?? asCall(typed) ?? typed;
