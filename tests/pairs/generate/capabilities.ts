// Capabilities of a module: plain, with an event, managed by a function, managed once, composed of others.

import { argumentsOf, call, expression, type Scope } from './expressions.ts';
import { bool, integer, plain, typeText, type CapabilityInfo, type Variable } from './types.ts';

/** Adds to `known` as it goes: later ones compose earlier ones. */
export function capabilities(scope: Scope, known: CapabilityInfo[]): readonly string[] {
  const { random } = scope.world;
  const texts: string[] = [];
  for (let i = random.below(5); i > 0; i--) {
    const kind = random.pick(kinds);
    const made = make(scope, `CAP${i}`, kind, known);
    texts.push(made.text);
    known.push(made.info);
  }
  return texts;
}

const kinds: readonly CapabilityInfo['kind'][] = [
  'plain',
  'plain',
  'event',
  'managed',
  'once',
  'composed',
];

function make(
  scope: Scope,
  name: string,
  kind: CapabilityInfo['kind'],
  known: readonly CapabilityInfo[],
): { readonly text: string; readonly info: CapabilityInfo } {
  const { random } = scope.world;
  const others = Array.from({ length: random.below(3) }, (_, i) => ({
    name: `c${i}`,
    type: random.pick(plain),
  }));
  const parameters: readonly Variable[] =
    kind === 'managed' ? [...others, { name: 'amount', type: integer }] : others;
  const inner = { ...scope, variables: parameters, isPure: true };
  const lines: string[] = [];
  if (kind === 'managed') lines.push(`@managed amount ${name}-left`);
  if (kind === 'once') lines.push('@managed');
  if (kind === 'event') lines.push('@event');
  if (random.oneIn(2)) lines.push(`(enforce ${condition(inner)} "not granted")`);
  if (kind === 'composed' && known.length > 0) {
    const part = random.pick(known);
    lines.push(`(compose-capability ${call(part.name, argumentsOf(inner, part.parameters, 0))})`);
  }
  if (random.oneIn(5) && known.length > 0) {
    const needed = random.pick(known);
    lines.push(
      `(require-capability ${call(needed.name, argumentsOf(inner, needed.parameters, 0))})`,
    );
  }
  if (lines.every((line) => line.startsWith('@'))) lines.push('true');
  const shown = parameters.map((each) => `${each.name}:${typeText(each.type, undefined)}`);
  const manager =
    kind === 'managed'
      ? `\n  (defun ${name}-left:integer (left:integer asked:integer) (enforce (<= asked left) "too much") ${random.pick(['(- left asked)', '(- left asked)', 'left', '(- asked left)'])})`
      : '';
  const text = `(defcap ${name} (${shown.join(' ')})\n    ${lines.join('\n    ')})${manager}`;
  return { text, info: { name, parameters, kind } };
}

/** Mostly true, so that most capabilities are granted. */
function condition(scope: Scope): string {
  const { random } = scope.world;
  return random.oneIn(3) ? expression(scope, bool, 1) : '(= 1 1)';
}
