// A bare name at the top level prints what it means: a builtin or special form its page, a member of a module its
// definition in Core and its documentation string. Definitions of the REPL have none in the reference either. For a special
// form the reference only has an error.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (topLevelHasDocs, RUserDoc), BuiltinDocs.hs.

import { Deferred } from '../../base/deferred.ts';
import { render, vsep } from '../../base/doc.ts';
import { type Source, Span } from '../../base/span.ts';
import {
  type Def,
  definitionDoc,
  type FormDescription,
  FullyQualifiedName,
  type Machine,
  type ParseOptions,
  parseProgram,
  replModuleName,
  type ResolvedTopLevel,
  type SyntaxDiagnostic,
  type TopLevel,
  type TopLevelResult,
} from '../../lang/session/analyse.ts';
import type { BuiltinDescription, BuiltinSets } from '../builtins.ts';
import { docOf, nameOf, type WrittenDefinition } from '../names/written-forms.ts';
import { builtinDocumentation, formNamed, formPage, type Documents } from './pages.ts';

type NamedThings = { readonly machine: Pick<Machine, 'loaded'>; readonly sets: BuiltinSets };

/** For a form that is only the name of a builtin or special form. */
export function pageAlone(
  form: TopLevel,
  { machine: { loaded }, sets }: NamedThings,
): string | undefined {
  const isDefined = (name: string): boolean =>
    loaded.topLevelName(name) !== undefined || loaded.module(name) !== undefined;
  const builtin = builtinAlone(form, sets, isDefined);
  if (builtin !== undefined) return builtinDocumentation(builtin);
  const special = formAlone(form, isDefined);
  return special === undefined ? undefined : formPage(special);
}

/** Returns the special form if a form is only its name. Names such as `CHARSET_ASCII` are values, which scripts print. */
export function formAlone(
  form: TopLevel,
  isDefined: (name: string) => boolean,
): FormDescription | undefined {
  const name = nameAlone(form);
  const special = name === undefined || isDefined(name) ? undefined : formNamed(name);
  return special?.usage === name ? undefined : special;
}

function nameAlone(form: TopLevel): string | undefined {
  if (form.kind !== 'term' || form.expression.kind !== 'variable') return undefined;
  const { name } = form.expression;
  return name.kind === 'bare' ? name.name : undefined;
}

/**
 * Returns the builtin if a form is only its name. The name is not looked up, so neither flags nor the dialect matter, but
 * definitions hide the builtins of Pact 4 and our own.
 */
export function builtinAlone(
  form: TopLevel,
  { core, repl, legacy }: BuiltinSets,
  isDefined: (name: string) => boolean,
): BuiltinDescription | undefined {
  const name = nameAlone(form);
  if (name === undefined) return undefined;
  const current = core.named(name) ?? repl.named(name);
  return current ?? (isDefined(name) ? undefined : legacy.named(name));
}

/** For a form that is only the name of a definition; `namesAreValues`: constants and tables are evaluated instead. */
export function definitionDocumentation(
  resolved: ResolvedTopLevel,
  { machine: { loaded }, documents, sets }: NamedThings & { readonly documents: Documents },
  { namesAreValues = false }: { readonly namesAreValues?: boolean },
): string | undefined {
  if (resolved.kind !== 'term' || resolved.term.kind !== 'var') return undefined;
  const { name } = resolved.term;
  if (name.kind !== 'top') return undefined;
  const def = loaded.def(new FullyQualifiedName(name.module, name.text, name.hash));
  if (def === undefined || (namesAreValues && isValue(def))) return undefined;
  const isOfRepl = name.module.text === replModuleName.text;
  const document = isOfRepl ? undefined : documents.get(name.module.text)?.value.get(name.text);
  const nameBuiltin = (internal: string): string =>
    sets.core.withInternalName(internal)?.name ?? internal;
  return render(vsep([definitionDoc(def, nameBuiltin), 'Docs:', document ?? '']));
}

const isValue = ({ kind }: Def): boolean => kind === 'defconst' || kind === 'deftable';

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
  const documents = new Map<string, string>();
  for (const def of definitionsIn(form)) {
    const doc = docOf(def);
    if (doc !== undefined) documents.set(nameOf(def), doc);
  }
  return documents;
}

function definitionsIn(form: TopLevel): readonly WrittenDefinition[] {
  if (form.kind === 'module') return form.definitions;
  return form.kind === 'defun' || form.kind === 'defconst' ? [form] : [];
}

/** Parses a text that people wrote for a session, not for a chain. */
export function parseTyped(source: Source, options: ParseOptions): TypedProgram {
  return withWordAlone(source, parseProgram(source, options));
}

type TypedProgram = {
  readonly value: readonly TopLevel[];
  readonly diagnostics: readonly SyntaxDiagnostic[];
  readonly isIncomplete: boolean;
};

function withWordAlone(source: Source, program: TypedProgram): TypedProgram {
  const form = program.diagnostics.length === 0 ? undefined : wordAlone(source);
  return form === undefined ? program : { value: [form], diagnostics: [], isIncomplete: false };
}

/** Returns the form for a text that is only such a word, besides comments. */
export function wordAlone(source: Source): TopLevel | undefined {
  const [, before = '', name = ''] =
    /^((?:\s|;[^\n]*(?:\n|$))*)([^\s;]+)(?:\s|;[^\n]*(?:\n|$))*$/.exec(source.text) ?? [];
  if (formNamed(name) === undefined) return undefined;
  const span = new Span(source, before.length, before.length + name.length);
  const expression = { kind: 'variable', name: { kind: 'bare', name, span }, span } as const;
  return { kind: 'term', expression, span };
}
