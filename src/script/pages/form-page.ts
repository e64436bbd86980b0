// The page of a special form or a keyword of definitions.

import type { FormDescription } from '../../lang/session/analyse.ts';

export function formPage({ name, doc, usage, examples }: FormDescription): string {
  const lines = [`## ${name}`, '', doc, '', ...usage.split('\n').map(indented)];
  lines.push('', 'Examples:', '');
  for (const { code, gives } of examples) {
    const [first = '', ...others] = code.split('\n');
    lines.push(indented(`pact> ${first}`), ...others.map((line) => indented(`      ${line}`)));
    lines.push(indented(typeof gives === 'string' ? gives : `fails: ${gives.fails}`));
  }
  return lines.join('\n');
}

export const indented = (line: string): string => `    ${line}`;
