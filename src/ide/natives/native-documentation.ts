// What a native says of itself: its documentation as text.

import type { NativeDescription } from './native-sets.ts';

/** Markdown, as the builtin reference has it too. */
export function nativeDocumentation(native: NativeDescription): string {
  const lines = [`## ${native.name}`, '', native.doc, ''];
  for (const { params, returns } of native.overloads) {
    const written = params.map(({ name, type }) => `${name}:${type}`).join(' ');
    lines.push(`    (${[native.name, written].filter(Boolean).join(' ')}) -> ${returns}`);
  }
  const described = new Map(
    native.overloads.flatMap(({ params }) => params.map((each) => [each.name, each.doc])),
  );
  if (described.size > 0) lines.push('');
  for (const [name, doc] of described) lines.push(`- \`${name}\`: ${doc}`);
  lines.push('', 'Examples:', '');
  for (const { code, gives } of native.examples) {
    lines.push(
      `    pact> ${code}`,
      `    ${typeof gives === 'string' ? gives : `fails: ${gives.fails}`}`,
    );
  }
  return lines.join('\n');
}
