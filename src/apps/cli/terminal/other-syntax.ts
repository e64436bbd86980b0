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
