// Hints for errors that the program itself causes: a false condition of the contract, a capability that is not held, an error
// in the head of a form. These texts are our own, never part of a message.

import { circleText } from '../../base/prose.ts';
import { inOneLine } from './call-advice.ts';
import type { SeenCondition, Shown } from './entry.ts';

/** For `enforce` and `enforce-one`, whose message is that of the contract: what the message leaves open. */
export function enforceAdvice(seen: SeenCondition): string {
  if (seen.form === 'enforce-one') {
    const { conditions } = seen;
    if (conditions.length === 0) return 'The list of conditions is empty, so none of them holds.';
    return `None of these conditions holds: ${conditions.join(', ')}.`;
  }
  const { condition, part } = seen;
  if (condition === 'false') return 'The condition is always false.';
  if (part !== undefined) return `In the condition ${condition}, this part is false: ${part}.`;
  return `The condition is false: ${condition}.`;
}

/** For `require-capability`; `name` is `ns.mod.CAP`. */
export function notGrantedAdvice(name: string, token: Shown, caller: string | undefined): string {
  const module = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const capability = inOneLine(token);
  const rule =
    caller === undefined
      ? `${capability} is not held here, or only with other arguments.`
      : `\`${caller}\` may be called only while ${capability} is held with these arguments.`;
  return (
    `${rule} Only module \`${module}\` may acquire it: call a function of \`${module}\` that ` +
    'does so with `with-capability`.'
  );
}

/** For a write of a module that is called back; `via` is the function that calls back. */
export function reentryAdvice(module: string, via: string | undefined): string {
  const back = via === undefined ? '' : `, such as the one that \`${via}\` calls,`;
  return (
    `\`${module}\` called another module through a module reference, and until that call returns, the functions of ` +
    `\`${module}\`${back} may only read. Write before that call or after it.`
  );
}

/** For definitions that call each other. */
export function recursionAdvice(circle: readonly string[]): string | undefined {
  const [only] = circle;
  if (only === undefined) return undefined;
  if (circle.length === 1) {
    return `\`${only}\` calls itself, which Pact forbids. To repeat something, use \`map\` or \`fold\`.`;
  }
  const way = circleText(circle);
  return (
    `These definitions use each other in a circle, which Pact forbids: ${way}. Take one of these uses ` +
    'out; to repeat something, use `map` or `fold`.'
  );
}

/** For `load`; `file` is the file that calls it. */
export function loadAdvice(cause: string, file: string): string | undefined {
  if (cause.startsWith('there is no standard module')) {
    return 'Standard modules are part of pact, and are loaded by name.';
  }
  if (cause !== 'there is no such file') return undefined;
  const rule = 'The path is relative to the folder of the file that calls `load`';
  const end = file.lastIndexOf('/') + 1;
  return end === 0 ? `${rule}.` : `${rule}, here \`${file.slice(0, end)}\`.`;
}

// The head of a form, such as its name, parameters or types: what was written there most likely, and what to write instead.

type LikelyMistake = {
  /** Matches the text that ends where the error is. */
  readonly before: RegExp;
  /** Matches the token that does not fit; any token if it is absent. */
  readonly found?: RegExp;
  /** A token that the message lists. */
  readonly expected: string;
  /** `name`: the first group of `before`. */
  readonly says: (name: string) => string;
};

const expression = 'true';
const parenthesis = "'('";

/** The first that matches counts. */
const mistakes: readonly LikelyMistake[] = [
  {
    before: /\(let\*?\s+\(?\s*$/,
    expected: parenthesis,
    says: () => '`let` takes its variables in a list of pairs: (let ((x 1) (y 2)) (+ x y)).',
  },
  {
    before: /\(let\*?\s*\((?:\s*\([^()]*\))*\s*\(\s*([^\s():]+)(?::[^\s()]*)?\s*$/,
    found: /^\)$/,
    expected: expression,
    says: (name) =>
      `\`${name}\` has no value. A variable of a \`let\` is written with its value: (${name} 1).`,
  },
  {
    before: /\(lambda\s+$/,
    expected: parenthesis,
    says: () => 'Parameters go in parentheses: (lambda (x) x).',
  },
  {
    before: /\(defun\s+[^\s()]+\s+$/,
    expected: parenthesis,
    says: () => 'Parameters go in parentheses: (defun f (x y) ...).',
  },
  {
    before: /\((defun|defcap|defpact)\s+$/,
    found: /^\($/,
    expected: 'IDENT',
    says: (form) => `The name comes before the parameters: (${form} f (x y) ...).`,
  },
  {
    before: /\((defun|defcap|defpact)\s+[^\s()]+\s*\([^()]*\)$/,
    found: /^:$/,
    expected: expression,
    says: (form) => `The type of the result follows the name: (${form} f:integer (x) ...).`,
  },
  {
    before: /\((defun|defcap)\s+[^\s()]+\s*\([^()]*\)\s*"[^"]*"\s*$/,
    found: /^\)$/,
    expected: expression,
    says: (form) =>
      `The string counts as the documentation of the ${form}, so its body is missing. Write the body after it.`,
  },
  {
    before: /\((defun|defcap|defpact)\s+[^\s()]+\s*\([^()]*\)\s*$/,
    expected: "')'",
    says: (form) => `In an interface a ${form} has no body, only its name, parameters and types.`,
  },
  {
    before: /\(defpact\s+[^\s()]+\s*\([^()]*\)\s*$/,
    expected: parenthesis,
    says: () => 'A defpact contains steps, at least one: (defpact p () (step ...)).',
  },
  {
    before: /@managed\s+([^\s()]+)\s*$/,
    expected: 'IDENT',
    says: (name) =>
      `After \`@managed ${name}\` follows the name of the manager function. For a capability that can be used ` +
      'once, write `@managed` alone.',
  },
  {
    before: /\(deftable\s+([^\s():]+)\s*:\s*$/,
    expected: "'{'",
    says: (name) => `The schema of a table is written in braces: (deftable ${name}:{...}).`,
  },
  {
    before: /\(defschema\s+[^\s()]+\s*$/,
    found: /^[({"']/,
    expected: "')'",
    says: () =>
      'The fields of a schema are written without parentheses and quotes: (defschema s name:string amount:decimal).',
  },
  {
    before: /\(module\s+([^\s()]+)\s*$/,
    expected: 'IDENT',
    says: (name) =>
      'After its name, a module must state its governance, which controls upgrades of the module: ' +
      `(module ${name} GOVERNANCE ...).`,
  },
  {
    before: /\((module\s+[^\s()]+|interface)\s+[^\s()]+\s*$/,
    found: /^\)$/,
    expected: parenthesis,
    says: (form) =>
      `${form === 'interface' ? 'An interface' : 'A module'} contains at least one definition.`,
  },
];

/** `labels`: the tokens that the message lists. `before`: the text up to the token `found`. */
export function headAdvice(
  labels: ReadonlySet<string>,
  found: string,
  before: string,
): string | undefined {
  for (const mistake of mistakes) {
    if (!labels.has(mistake.expected) || mistake.found?.test(found) === false) continue;
    const match = mistake.before.exec(before);
    if (match !== null) return mistake.says(match[1] ?? '');
  }
  return undefined;
}
