// Hints about errors in the head of a form, such as its name, parameters or types: what was written there most likely, and
// what to write instead. These texts are our own, never part of a message.

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
