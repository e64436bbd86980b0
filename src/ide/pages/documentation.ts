// A bare name at the top level prints its documentation: a builtin prints its own, a function of a module its signature
// and its own documentation.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (topLevelHasDocs, RUserDoc), BuiltinDocs.hs.

import {
  FullyQualifiedName,
  replModuleName,
  typeText,
  type Def,
  type Machine,
  type BuiltinTable,
  type ResolvedTopLevel,
  type TopLevel,
  type TopLevelResult,
} from '../../lang/session/analyse.ts';
import { Deferred } from '../../base/deferred.ts';
import { builtinDocumentation } from '../builtins/builtin-documentation.ts';
import type { BuiltinSets } from '../builtins/builtin-sets.ts';

/** Documentation strings of loaded functions, by name, for every module by its full name. */
export type Documents = Map<string, Deferred<ReadonlyMap<string, string>>>;

export function documentationOfBuiltin(
  form: TopLevel,
  builtins: BuiltinTable,
  { core, repl }: BuiltinSets,
): string | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'variable') return undefined;
  const { name } = form.expression;
  if (name.kind !== 'bare' || builtins.lookup(name.name) === undefined) return undefined;
  const definition = core.named(name.name) ?? repl.named(name.name);
  return definition === undefined ? undefined : builtinDocumentation(definition);
}

/** For a form that is only the name of a function, capability or defpact. */
export function functionDocumentation(
  resolved: ResolvedTopLevel,
  { loaded }: Pick<Machine, 'loaded'>,
  documents: Documents,
): string | undefined {
  if (resolved.kind !== 'term' || resolved.term.kind !== 'var') return undefined;
  const { name } = resolved.term;
  if (name.kind !== 'top') return undefined;
  const qualified = `${name.module.text}.${name.text}`;
  const def = loaded.def(new FullyQualifiedName(name.module, name.text, name.hash));
  if (def === undefined || !hasParameters(def)) return undefined;
  const shown = name.module.text === replModuleName.text ? name.text : qualified;
  return [
    signature(shown, def),
    'Docs:',
    documents.get(name.module.text)?.value.get(name.text) ?? '',
  ].join('\n');
}

/** For a form that defines something. */
export function rememberDocuments(
  documents: Documents,
  form: TopLevel,
  result: TopLevelResult | { readonly kind: 'documentation' },
): void {
  if (result.kind !== 'module' && result.kind !== 'repl-definition') return;
  const module = result.kind === 'module' ? result.name : replModuleName;
  const added = documentsOf(form);
  if (added.size === 0) return;
  const before = documents.get(module.text)?.value ?? [];
  // A new map: session states are saved with each map written once.
  documents.set(module.text, Deferred.of(new Map([...before, ...added])));
}

/** Returns the documentation strings of a form, by the names of the definitions that contain them. */
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
