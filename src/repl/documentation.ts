// A bare name at the top level asks what it is: a native shows its documentation, a function of a module what it is and its
// own documentation.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (topLevelHasDocs, RUserDoc), BuiltinDocs.hs.

import type { BuiltinDefinition, NativeTable, TopLevel } from '../lang/session/index.ts';
import type { ReplEngine } from './engine.ts';

export function documentationOf(
  engine: ReplEngine,
  form: TopLevel,
  natives: NativeTable,
): string | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'variable') return undefined;
  const { name } = form.expression;
  if (name.kind !== 'bare' || natives.lookup(name.name) === undefined) return undefined;
  const { core, repl } = engine.sets;
  const definition = core.definition(name.name) ?? repl.definition(name.name);
  return definition === undefined ? undefined : builtinDocumentation(definition);
}

/** Markdown, as the builtin reference has it too. */
export function builtinDocumentation(definition: BuiltinDefinition): string {
  const lines = [`## ${definition.name}`, '', definition.doc, ''];
  for (const { params, returns } of definition.overloads) {
    const written = params.map(({ name, type }) => `${name}:${type}`).join(' ');
    lines.push(`    (${[definition.name, written].filter(Boolean).join(' ')}) -> ${returns}`);
  }
  const described = new Map(
    definition.overloads.flatMap(({ params }) => params.map((each) => [each.name, each.doc])),
  );
  if (described.size > 0) lines.push('');
  for (const [name, doc] of described) lines.push(`- \`${name}\`: ${doc}`);
  lines.push('', 'Examples:', '');
  for (const { code, gives } of definition.examples) {
    lines.push(`    pact> ${code}`, `    ${typeof gives === 'string' ? gives : `fails: ${gives.fails}`}`);
  }
  return lines.join('\n');
}
