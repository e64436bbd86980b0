// Writes the parser's lookahead tables, so that they need not be computed at start-up (grammar/lookahead.ts).
import { assert } from '../../src/base/assert.ts';
import { PactParser } from '../../grammar/parser.ts';
import type { Decision } from '../../grammar/lookahead.ts';
import { TreeBuilder } from '../../src/lang/syntax/build.ts';

const head = `// Written by \`npm run generate\` from the productions: the lookahead decisions of each. The keys are
// Chevrotain's: production, kind and occurrence. See lookahead.ts.

import type { Decision } from './lookahead.ts';

const alternatives = (...firsts: readonly (readonly number[])[]): Decision => ({
  kind: 'alternatives',
  firsts,
});
const optional = (...first: readonly number[]): Decision => ({ kind: 'optional', first });

// prettier-ignore
export const decisionTable: readonly (readonly [key: number, Decision])[] = [
`;

export function decisionTable(): string {
  const decisions = new PactParser(new TreeBuilder(), 'analysed').decisions();
  const lines = decisions.map(([key, decision]) => {
    assert(decision !== undefined, 'every production decides by its first tokens');
    return `  [${key}, ${textOf(decision)}],\n`;
  });
  return `${head}${lines.join('')}];\n`;
}

function textOf(decision: Decision): string {
  if (decision.kind === 'optional') return `optional(${decision.first.join(', ')})`;
  return `alternatives(${decision.firsts.map((first) => `[${first.join(', ')}]`).join(', ')})`;
}
