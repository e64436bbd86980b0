// The meaning of a name, as a page of text: a builtin, a special form, a keyword of definitions, a module, or one of
// its members. The interactive REPL shows these pages; scripts print the reference's text for a bare name
// (documentation.ts).

import type { Deferred } from '../../base/deferred.ts';
import { firstSentenceOf } from '../../base/prose.ts';
import { Source } from '../../base/span.ts';
import {
  type Def,
  defName,
  definitionForms,
  type FormDescription,
  type InterfaceDef,
  type ModuleData,
  parseModuleName,
  parseProgram,
  prettyValueText,
  replModuleName,
  specialForms,
  typeText,
} from '../../lang/session/analyse.ts';
import { type BuiltinDescription, builtinNamed, type BuiltinSets } from '../builtins.ts';
import type { KnownModules } from '../names/names-in-scope.ts';
import { docOf, nameOf } from '../names/written-forms.ts';

type Meaning =
  | { readonly kind: 'builtin'; readonly builtin: BuiltinDescription }
  | { readonly kind: 'form'; readonly form: FormDescription }
  | { readonly kind: 'module'; readonly data: ModuleData }
  | {
      readonly kind: 'member';
      readonly name: string;
      readonly def: Def | InterfaceDef;
      readonly document: string | undefined;
    };

/** Documentation strings of loaded definitions, by name, for every module by its full name. */
export type Documents = Map<string, Deferred<ReadonlyMap<string, string>>>;

/** The names of a session. */
type Meanings = {
  readonly machine: KnownModules;
  readonly sets: BuiltinSets;
  readonly documents: Documents;
};

/** Returns `undefined` for an unknown name. */
export function pageOf(session: Meanings, name: string): string | undefined {
  const meaning = meaningOf(session, name);
  return meaning === undefined ? undefined : pageAbout(meaning);
}

/** The same for a name that is typed alone; a constant shows its definition as in scripts, and has no page. */
export function pageOfName(session: Meanings, name: string): string | undefined {
  const meaning = meaningOf(session, name);
  if (meaning === undefined) return undefined;
  const isConstant = meaning.kind === 'member' && meaning.def.kind === 'defconst';
  return isConstant ? undefined : pageAbout(meaning);
}

function pageAbout(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'builtin':
      return builtinDocumentation(meaning.builtin);
    case 'form':
      return formPage(meaning.form);
    case 'module':
      return modulePage(meaning.data);
    case 'member':
      return memberPage(meaning.name, meaning.def, meaning.document);
  }
}

function meaningOf(session: Meanings, name: string): Meaning | undefined {
  return loadedMeaning(session, name) ?? ownMeaning(session, name) ?? moduleMeaning(session, name);
}

/** For a definition at the top level, or an imported one. */
function loadedMeaning(session: Meanings, name: string): Meaning | undefined {
  const found = session.machine.loaded.topLevelName(name);
  if (found === undefined) return undefined;
  const { module } = found.name;
  if (module.text !== replModuleName.text) {
    return memberMeaning(session, module.text, found.name.name);
  }
  const def = session.machine.loaded.def(found.name);
  const document = session.documents.get(module.text)?.value.get(name);
  return def === undefined ? undefined : { kind: 'member', name, def, document };
}

/** Returns the meaning of a name in the language itself. */
function ownMeaning({ sets }: Meanings, name: string): Meaning | undefined {
  const builtin = builtinNamed(sets, name);
  if (builtin !== undefined) return { kind: 'builtin', builtin };
  const form = formNamed(name);
  return form === undefined ? undefined : { kind: 'form', form };
}

function moduleMeaning(session: Meanings, name: string): Meaning | undefined {
  const data = moduleNamed(session, name);
  if (data !== undefined) return { kind: 'module', data };
  const dot = name.lastIndexOf('.');
  return dot === -1 ? undefined : memberMeaning(session, name.slice(0, dot), name.slice(dot + 1));
}

function memberMeaning(session: Meanings, module: string, name: string): Meaning | undefined {
  const data = moduleNamed(session, module);
  const def = data?.module.defs.find((each) => defName(each) === name);
  if (data === undefined || def === undefined) return undefined;
  const document = documentsIn(data).get(name);
  return { kind: 'member', name: `${data.module.name.text}.${name}`, def, document };
}

function moduleNamed({ machine }: Meanings, text: string): ModuleData | undefined {
  const loaded = machine.loaded.module(text);
  const name = parseModuleName(text);
  return loaded ?? (name === undefined ? undefined : machine.database.readModule(name));
}

function modulePage(data: ModuleData): string {
  const { module } = data;
  const documents = documentsIn(data);
  const document = documents.get('') ?? '';
  const members = definitionsOf(data).map((def) => {
    const what = firstSentenceOf(documents.get(defName(def)) ?? '');
    return `- \`${signature(defName(def), def)}\`${what === '' ? '' : `: ${what}`}`;
  });
  return [
    `## ${module.name.text}`,
    '',
    ...(document === '' ? [] : [document, '']),
    aboutModule(module),
    '',
    ...members,
  ].join('\n');
}

function aboutModule(module: ModuleData['module']): string {
  if (module.kind === 'interface') return 'An interface.';
  const { governance } = module;
  const who =
    governance.kind === 'keyset'
      ? `the keyset ${governance.name.text}`
      : `the capability ${governance.name.name}`;
  const interfaces = module.implements.map(({ text }) => text).join(', ');
  return `A module governed by ${who}${interfaces === '' ? '' : `, which implements ${interfaces}`}.`;
}

function memberPage(name: string, def: Def | InterfaceDef, document = ''): string {
  const lines = [`## ${name}`, '', ...(document === '' ? [] : [document, ''])];
  lines.push(indented(`(${signature(name, def)})`));
  if (def.kind === 'defconst' && def.value.kind === 'evaluated') {
    lines.push('', `Its value: ${prettyValueText(def.value.value)}`);
  }
  return lines.join('\n');
}

/** `defun transfer:string (to:string amount:decimal)` */
function signature(name: string, def: Def | InterfaceDef): string {
  switch (def.kind) {
    case 'defschema': {
      const fields = [...def.fields].map(([field, type]) => ` ${field}:${typeText(type)}`);
      return `defschema ${name}${fields.join('')}`;
    }
    case 'deftable':
      return `deftable ${name}:{${def.schema.name.text}}`;
    case 'defconst':
      return `defconst ${typed(name, def.spec)}`;
    default: {
      const params = def.params.map((param) => typed(param.name, param)).join(' ');
      const kind = def.kind.replace('interface-', '');
      return `${kind} ${typed(name, def.spec)} (${params})${marks(def)}`;
    }
  }
}

type Callable = Extract<Def | InterfaceDef, { readonly params: unknown }>;

function marks(def: Callable): string {
  if (def.kind !== 'defcap' && def.kind !== 'interface-defcap') return '';
  const { meta } = def;
  if (meta.kind === 'unmanaged') return '';
  if (meta.kind !== 'managed') return meta.kind === 'event' ? ' @event' : ' @managed';
  const manager = typeof meta.manager === 'string' ? meta.manager : meta.manager.name;
  return ` @managed ${meta.param} ${manager}`;
}

const typed = (name: string, { type }: Callable['spec']): string =>
  type === undefined ? name : `${name}:${typeText(type)}`;

/** In written order; Core has the order of dependencies. */
function definitionsOf(data: ModuleData): readonly (Def | InterfaceDef)[] {
  const written = [...documentsIn(data).keys()];
  const place = (def: Def | InterfaceDef): number => written.indexOf(defName(def));
  return [...data.module.defs].sort((left, right) => place(left) - place(right));
}

/** Returns the documentation of every definition by its name, in written order; that of the module has no name. */
function documentsIn({ module }: ModuleData): ReadonlyMap<string, string> {
  const { value } = parseProgram(new Source(module.name.text, module.code), { dialect: 'repl' });
  const documents = new Map<string, string>();
  for (const form of value) {
    if (form.kind !== 'module' && form.kind !== 'interface') continue;
    documents.set('', docOf(form) ?? '');
    for (const def of form.definitions) documents.set(nameOf(def), docOf(def) ?? '');
  }
  return documents;
}

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

const indented = (line: string): string => `    ${line}`;

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

/** A special form or a keyword of definitions. */
export function formNamed(name: string): FormDescription | undefined {
  return [...specialForms, ...definitionForms].find((each) => each.name === name);
}

/** Returns the page of a builtin, a special form or a keyword of definitions. */
export function pageOfLanguage(sets: BuiltinSets, name: string): string | undefined {
  const builtin = builtinNamed(sets, name);
  if (builtin !== undefined) return builtinDocumentation(builtin);
  const form = formNamed(name);
  return form === undefined ? undefined : formPage(form);
}
