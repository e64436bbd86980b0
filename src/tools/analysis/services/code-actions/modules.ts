// Adds missing parts of modules: members of interfaces, managers of capabilities, and capabilities around calls that
// need them.

import { compareText } from '../../../../base/text.ts';
import { type EvalError, type TopLevel, wordsOf } from '../../../../lang/session/analyse.ts';
import {
  nameOf,
  type WrittenDefinition,
  type WrittenModule,
  writtenModule,
} from '../../../../script/names/written-forms.ts';
import { specOf } from '../../workspace/symbols.ts';
import {
  capabilityMetaOf,
  documentsOf,
  type KnownModule,
  knownModules,
  type Member,
  modulesIn,
  type WrittenDocument,
} from '../known-modules.ts';
import { relativePath } from '../loads.ts';
import { usesOf } from '../scope.ts';
import {
  type ActionPlace,
  type CodeAction,
  contains,
  insertAt,
  insertBefore,
  quickFix,
  refactoring,
  replace,
  touches,
} from './action.ts';

export function moduleFixes(place: ActionPlace, error: EvalError): readonly CodeAction[] {
  if (error.is('NotImplemented')) return stubs(place, error);
  return error.is('UnboundTypeVariable') ? manager(place, error) : [];
}

// ---- members of interfaces ----

function stubs(place: ActionPlace, error: EvalError<'NotImplemented'>): readonly CodeAction[] {
  const { document, snapshot } = place;
  const module = moduleAt(place, error);
  const modules = knownModules(snapshot, document);
  const declared = modules.named(error.data.interface);
  if (module === undefined || declared === undefined || module.definitions.length === 0) return [];
  const written = new Set(module.definitions.map(nameOf));
  const missing = [...declared.members.values()].filter(
    ({ name, kind }) => !written.has(name) && kind !== 'defconst' && kind !== 'defschema',
  );
  const first = module.definitions[0];
  const end = module.span.end - 1;
  if (missing.length === 0 || document.text.charAt(end) !== ')' || first === undefined) return [];
  const column = first.span.startPosition.line === module.span.startPosition.line;
  const indent = column ? '  ' : ' '.repeat(first.span.startPosition.column);
  const text = missing
    .map((member) => `\n${indent}${stubOf(member, declared).replaceAll('\n', `\n${indent}`)}`)
    .join('');
  const title =
    missing.length === 1
      ? `Add \`${missing[0]?.name ?? ''}\` of \`${declared.name}\``
      : `Add the ${missing.length} missing members of \`${declared.name}\``;
  // Inserts before the blanks in front of the closing bracket.
  const at = document.text.slice(0, end).trimEnd().length;
  const isInComment = /;[^\n"]*$/.test(document.text.slice(0, at));
  const edit = insertAt(isInComment ? end : at, isInComment ? `${text}\n` : text);
  return [quickFix(title, [edit], { fixes: error, isPreferred: true })];
}

function moduleAt({ document }: ActionPlace, { span }: EvalError): WrittenModule | undefined {
  const form = document.forms.find((each) => touches(each.span, span));
  return form?.kind === 'module' ? form : undefined;
}

function stubOf({ name, kind, written, parameters }: Member, declared: KnownModule): string {
  const typed = (each: { readonly name: string; readonly type?: Type | undefined }): string =>
    each.type === undefined ? each.name : `${each.name}:${typeIn(each.type, declared)}`;
  const spec = specOf(written) ?? { name, type: undefined };
  const head = `(${kind} ${typed(spec)} (${parameters.map(typed).join(' ')})`;
  if (kind === 'defpact') return `${head}\n  (step (error "not implemented")))`;
  if (kind === 'defcap') return `${head}${metaOf(written)}\n  (enforce false "not implemented"))`;
  return `${head}\n  ${valueOf(spec.type)})`;
}

type Type = NonNullable<Member['parameters'][number]['type']>;

/** In the module, a schema of the interface is not known by its unqualified name. */
function typeIn(type: Type, { name, members }: KnownModule): string {
  const text = type.span.text.replace(/\s+/g, ' ');
  return text.replace(/\{\s*([^\s{}.,]+)\s*\}/g, (whole, schema: string) =>
    members.get(schema)?.kind === 'defschema' ? `{${name}.${schema}}` : whole,
  );
}

function metaOf(written: WrittenDefinition): string {
  const meta = capabilityMetaOf(written);
  if (meta === undefined) return '';
  if (meta.kind === 'event') return '\n  @event';
  if (meta.kind === 'auto-managed') return '\n  @managed';
  return `\n  @managed ${meta.parameter.text} ${meta.manager.span.text}`;
}

const values: ReadonlyMap<string, string> = new Map([
  ['integer', '0'],
  ['decimal', '0.0'],
  ['bool', '(enforce false "not implemented")'],
  // A string alone would be documentation.
  ['string', '@doc "Not implemented."\n  ""'],
  ['time', '(time "2020-01-01T00:00:00Z")'],
]);

/** Returns a value of the type, so that the module passes the check. */
function valueOf(type: Type | undefined): string {
  const value = type?.kind === 'primitive' ? values.get(type.name) : undefined;
  if (value !== undefined) return value;
  return type?.kind === 'list-of' || type?.kind === 'any-list' ? '[]' : '(error "not implemented")';
}

// ---- managers ----

/** For `@managed amount PAY-mgr` without a function of that name. */
function manager(
  place: ActionPlace,
  error: EvalError<'UnboundTypeVariable'>,
): readonly CodeAction[] {
  const { name } = error.data;
  const capability = moduleAt(place, error)?.definitions.find(
    (each) =>
      each.kind === 'defcap' &&
      each.meta?.kind === 'managed' &&
      each.meta.manager.span.text === name &&
      touches(each.span, error.span),
  );
  if (capability?.kind !== 'defcap' || capability.meta?.kind !== 'managed') return [];
  const { parameter } = capability.meta;
  const type = capability.parameters.find((each) => each.name === parameter.text)?.type?.span.text;
  const typed = (text: string): string => (type === undefined ? text : `${text}:${type}`);
  const isNumber = type === 'decimal' || type === 'integer';
  const body = isNumber
    ? '  (enforce (<= requested managed) "more than the remaining amount")\n  (- managed requested))'
    : '  (enforce (= requested managed) "not the approved value")\n  managed)';
  const text = `(defun ${typed(name)} (${typed('managed')} ${typed('requested')})\n${body}`;
  const edit = insertBefore(place.document, capability.span.start, text);
  return [quickFix(`Define the manager \`${name}\``, [edit], { fixes: error, isPreferred: true })];
}

// Sorts the imports of a module, merges imports of the same module, and removes unused names.

type Use = ReturnType<typeof usesOf>[number];

export function organiseUses(place: ActionPlace): readonly CodeAction[] {
  const form = place.document.forms.find(({ span }) => contains(span, place.range));
  if (form === undefined) return [];
  const uses = usesOf(form).filter(({ span }) => contains(form.span, span));
  if (uses.length === 0) return [];
  const used = namesUsed(place, form, uses);
  const wanted = organised(uses, used);
  const { text } = place.document;
  const edits = uses.flatMap((use, i) => {
    const renewed = wanted[i];
    if (renewed === use.span.text) return [];
    if (renewed !== undefined) return [replace(use.span, renewed)];
    // The blanks after it are removed too, but not a comment.
    const blanks = /^\s*/.exec(text.slice(use.span.end))?.[0].length ?? 0;
    const isLast = text.charAt(use.span.end + blanks) === ')';
    const end = use.span.end + (isLast ? 0 : blanks);
    return [replace({ start: use.span.start, end }, '')];
  });
  if (edits.length === 0) return [];
  return [refactoring('source.organizeImports', 'Organise imports', edits)];
}

/** Returns at most as many as there were. */
function organised(uses: readonly Use[], used: ReadonlySet<string>): readonly string[] {
  const open = new Set(
    uses.filter((each) => each.imported === undefined && each.hash === undefined).map(moduleNamed),
  );
  const joined = new Map<string, { readonly use: Use; readonly names: Set<string> | undefined }>();
  for (const use of uses) {
    const isCovered =
      use.imported !== undefined && use.hash === undefined && open.has(moduleNamed(use));
    const key = `${moduleNamed(use)} ${use.hash ?? ''}`;
    const names = use.imported?.map(({ text }) => text).filter((name) => used.has(name));
    const before = joined.get(key);
    if (isCovered || before?.names === undefined || names === undefined) {
      joined.set(key, { use, names: isCovered ? undefined : names && new Set(names) });
    } else for (const name of names) before.names.add(name);
  }
  return [...joined.values()]
    .filter(({ use, names }) => names === undefined || names.size > 0 || use.hash !== undefined)
    .map(({ use, names }) => written(use, names))
    .sort(compareText);
}

function written(use: Use, names: ReadonlySet<string> | undefined): string {
  const hash = use.hash === undefined ? '' : ` "${use.hash}"`;
  const list = names === undefined ? '' : ` [${[...names].sort(compareText).join(' ')}]`;
  return `(use ${moduleNamed(use)}${hash}${list})`;
}

const moduleNamed = ({ module }: Use): string => writtenModule(module);

function namesUsed(
  { document }: ActionPlace,
  { span }: TopLevel,
  uses: readonly Use[],
): ReadonlySet<string> {
  const words = wordsOf(document.source).filter(
    (word) =>
      word.kind === 'name' && contains(span, word) && !uses.some((use) => contains(use.span, word)),
  );
  return new Set(words.map(({ text }) => text));
}

// Upgrades: a module blesses the version that it replaces, and the versions blessed by that one, so that dependants
// continue to work. The previous version is another definition of the module in the project.

type Module = Extract<TopLevel, { readonly kind: 'module' }>;

/** Projects contain few versions of a module, and analysing each takes time. */
const maxVersions = 3;

/** Offered on the part before the definitions of a module. */
export function blessings(place: ActionPlace): readonly CodeAction[] {
  const { document, snapshot, range } = place;
  const own = modulesIn(document).find(({ form }) => touches(headRange(form), range));
  if (own?.form.kind !== 'module') return [];
  const { form } = own;
  const first = firstItem(form);
  if (first === undefined) return [];
  const others: KnownModule[] = [];
  for (const each of documentsOf(snapshot)) {
    if (others.length < maxVersions) others.push(...versionsIn(each, own));
  }
  if (others.length === 0) return [];
  const known = new Set([...blessedIn(form), hashOf(place, own)]);
  return others.slice(0, maxVersions).flatMap((other) => {
    const hash = hashOf(place, other);
    if (hash === undefined || other.form.kind !== 'module') return [];
    const missing = [...new Set([...blessedIn(other.form), hash])].filter(
      (each) => !known.has(each),
    );
    if (missing.length === 0) return [];
    const text = missing.map((each) => `(bless "${each}")`).join('\n');
    return [quickFix(titleOf(other, place), [insertBefore(document, first.start, text)])];
  });
}

function* versionsIn(document: WrittenDocument, own: KnownModule): Generator<KnownModule> {
  for (const each of modulesIn(document)) {
    const isEarlier = each.path !== own.path || each.form.span.start < own.form.span.start;
    if (each.name === own.name && isEarlier) yield each;
  }
}

const headRange = (form: KnownModule['form']) => ({
  start: form.span.start,
  end: firstItem(form)?.start ?? form.span.end,
});

function firstItem(form: KnownModule['form']): { readonly start: number } | undefined {
  const items = form.kind === 'module' ? [...form.external, ...form.definitions] : form.definitions;
  return items.map(({ span }) => span).sort((left, right) => left.start - right.start)[0];
}

const blessedIn = ({ external }: Module): readonly string[] =>
  external.flatMap((each) => (each.kind === 'bless' ? [each.hash] : []));

function hashOf({ snapshot }: ActionPlace, { path, form }: KnownModule): string | undefined {
  const found = snapshot
    .analysis(path)
    .forms.find(
      ({ seen }) => seen.form.span.start === form.span.start && seen.form.kind === 'module',
    );
  const resolved = found?.seen.resolved;
  return resolved?.kind === 'module' ? resolved.module.hash : undefined;
}

function titleOf({ path, form }: KnownModule, { document }: ActionPlace): string {
  const isHere = path === document.path;
  const where = isHere
    ? `on line ${form.span.startPosition.line + 1}`
    : `in \`${relativePath(document.path, path) ?? path}\``;
  return `Bless the version ${where}`;
}
