// A bare name at the top level asks what it is: a native shows its documentation, a function of a module what it is and its
// own documentation.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (topLevelHasDocs, RUserDoc), BuiltinDocs.hs.

import {
  replModuleName,
  typeText,
  type BuiltinDefinition,
  type Def,
  type ResolvedTopLevel,
  type TopLevel,
} from '../lang/session/index.ts';
import { Deferred } from '../base/deferred.ts';
import type { FormResult, ReplEngine } from './engine.ts';

export function nativeDocumentation(engine: ReplEngine, form: TopLevel): string | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'variable') return undefined;
  const { name } = form.expression;
  if (name.kind !== 'bare' || engine.nativeTable.lookup(name.name) === undefined) return undefined;
  const { core, repl } = engine.sets;
  const definition = core.definition(name.name) ?? repl.definition(name.name);
  return definition === undefined ? undefined : builtinDocumentation(definition);
}

/** Of a form that is nothing but the name of a function, capability or defpact. */
export function functionDocumentation(
  engine: ReplEngine,
  resolved: ResolvedTopLevel,
): string | undefined {
  if (resolved.kind !== 'term' || resolved.term.kind !== 'var') return undefined;
  const { name } = resolved.term;
  if (name.kind !== 'top') return undefined;
  const qualified = `${name.module.text}.${name.text}`;
  const def = engine.definition(name);
  if (def === undefined || !hasParameters(def)) return undefined;
  const shown = name.module.text === replModuleName.text ? name.text : qualified;
  return [
    signature(shown, def),
    'Docs:',
    engine.documents.get(name.module.text)?.value.get(name.text) ?? '',
  ].join('\n');
}

/** Of a form that defines something. */
export function rememberDocuments(engine: ReplEngine, form: TopLevel, result: FormResult): void {
  if (result.kind !== 'module' && result.kind !== 'repl-definition') return;
  const module = result.kind === 'module' ? result.name : replModuleName;
  const documents = documentsOf(form);
  if (documents.size === 0) return;
  const before = engine.documents.get(module.text)?.value ?? [];
  // A new one: whoever keeps the session's state writes each down once.
  engine.documents.set(module.text, Deferred.of(new Map([...before, ...documents])));
}

/** The documentation strings of a form, by the names of what they stand in. */
function documentsOf(form: TopLevel): ReadonlyMap<string, string> {
  const defs = form.kind === 'module' ? form.definitions : form.kind === 'defun' ? [form] : [];
  const documents = new Map<string, string>();
  for (const def of defs) {
    if (def.kind !== 'defun' && def.kind !== 'defcap' && def.kind !== 'defpact') continue;
    const doc = def.annotations.find((annotation) => annotation.kind === 'doc');
    if (doc !== undefined) documents.set(def.spec.name, doc.text);
  }
  return documents;
}

type Callable = Extract<Def, { readonly params: unknown }>;
type Argument = Callable['spec'];

const hasParameters = (def: Def): def is Callable =>
  def.kind === 'defun' || def.kind === 'defcap' || def.kind === 'defpact';

/** `(defun m.f:integer (x:integer))` */
function signature(name: string, def: Callable): string {
  const result = def.spec.type === undefined ? '' : `:${typeText(def.spec.type)}`;
  return `(${def.kind} ${name}${result} (${def.params.map(argumentText).join(' ')}))`;
}

const argumentText = ({ name, type }: Argument): string =>
  type === undefined ? name : `${name}:${typeText(type)}`;

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
    lines.push(
      `    pact> ${code}`,
      `    ${typeof gives === 'string' ? gives : `fails: ${gives.fails}`}`,
    );
  }
  return lines.join('\n');
}
