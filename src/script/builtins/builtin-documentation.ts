// The documentation of a builtin as text.

import type { BuiltinDescription } from './builtin-sets.ts';

/** Returns Markdown, as in the builtin reference. */
export function builtinDocumentation(builtin: BuiltinDescription): string {
  const lines = [`## ${builtin.name}`, '', builtin.doc, ''];
  for (const { params, returns } of builtin.overloads) {
    const written = params.map(({ name, type }) => `${name}:${type}`).join(' ');
    lines.push(`    (${[builtin.name, written].filter(Boolean).join(' ')}) -> ${returns}`);
  }
  const described = new Map(
    builtin.overloads.flatMap(({ params }) => params.map((each) => [each.name, each.doc])),
  );
  if (described.size > 0) lines.push('');
  for (const [name, doc] of described) lines.push(`- \`${name}\`: ${doc}`);
  lines.push('', 'Examples:', '');
  for (const { code, gives } of builtin.examples) {
    lines.push(
      `    pact> ${code}`,
      `    ${typeof gives === 'string' ? gives : `fails: ${gives.fails}`}`,
    );
  }
  return lines.join('\n');
}
