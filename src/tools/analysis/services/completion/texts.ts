// What completion offers besides names: fields of schemas, if the text shows which one it is, paths for `load`, and strings
// that a project uses as names: keysets, namespaces, and keys of transaction data.

import { onceFor } from '../../../../base/deferred.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  readBrackets,
  startOf,
} from '../../../../script/brackets/read-brackets.ts';
import { shippedScheme, standardModules } from '../../../../script/files.ts';
import { documentsOf, typed, type WritingView, type WrittenDocument } from '../known-modules.ts';
import { relativePath } from '../loads.ts';
import { type SchemaField, schemaIn, type Scope } from '../scope.ts';
import type { CompletionItem } from './completion.ts';
import { type Context, isMark } from './context.ts';
import type { ItemMaker } from './items.ts';

type FieldContext = Extract<Context, { kind: 'field' }>;

type OfferedField = SchemaField & { readonly schema: string };

/** Without a known schema, the fields of all schemas that have an unqualified name here. */
export function fieldsFor(scope: Scope, context: FieldContext): readonly OfferedField[] {
  const schema = schemaAt(scope, context);
  const known = schema === undefined ? undefined : scope.fieldsOf(schema);
  if (schema !== undefined && known !== undefined) {
    const taken = context.use === 'name' ? new Set<string>() : keysIn(context.group, scope);
    return known.filter(({ name }) => !taken.has(name)).map((field) => ({ ...field, schema }));
  }
  const members = [...(scope.own?.members.values() ?? []), ...scope.visible()];
  const seen = new Set<string>();
  return members.flatMap(({ kind, name: schemaName }) => {
    if (kind !== 'defschema') return [];
    const fields = scope.fieldsOf(schemaName) ?? [];
    return fields.flatMap((field) => {
      if (seen.has(field.name)) return [];
      seen.add(field.name);
      return [{ ...field, schema: schemaName }];
    });
  });
}

function schemaAt(scope: Scope, { group, use }: FieldContext): string | undefined {
  if (use !== 'name') return schemaOfBraces(scope, group);
  const call = group.open?.text === '[' ? group.parent : group;
  switch (headOf(call)) {
    case 'at':
      return scope.schemaOfObject(argumentAfter(call, 1, scope));
    case 'read':
    case 'select':
      return scope.schemaOfTable(call?.items[1]);
    case 'where':
      return scope.schemaOfTable(call?.parent?.items[1]);
    default:
      return undefined;
  }
}

/** The argument after the one that is being typed; it may not exist yet. */
function argumentAfter(call: Group | undefined, index: number, { cursor }: Scope) {
  const item = call?.items[index];
  const isTyped = item !== undefined && startOf(item) < cursor.offset;
  return isTyped ? call?.items[index + 1] : item;
}

const rowCalls = new Set(['insert', 'update', 'write', 'with-read', 'with-default-read']);

function schemaOfBraces(scope: Scope, group: Group): string | undefined {
  const { parent } = group;
  const head = headOf(parent);
  if (parent === undefined || head === undefined) return undefined;
  const at = parent.items.indexOf(group);
  if (rowCalls.has(head)) return scope.schemaOfTable(parent.items[1]);
  if (head === 'bind') return scope.schemaOfObject(parent.items[1]);
  const colon = parent.items.findIndex((item) => isMark(item, ':'));
  if (colon === 1) {
    // The binding of a variable, or a constant: `(x:object{row} {`.
    const [type, schema] = parent.items.slice(2);
    return isWord(type) && isGroup(schema, '{') && schema !== group
      ? schemaIn(`${type.text}{${namesIn(schema)}}`)
      : undefined;
  }
  const parameter = scope.member(head)?.parameters[at - 1];
  return parameter === undefined ? undefined : schemaIn(typed(parameter).split(':')[1]);
}

const namesIn = ({ items }: Group): string =>
  items.map((item) => (isWord(item) ? item.text : '')).join('');

/** Returns the existing keys, without the one that is being typed. */
function keysIn({ items }: Group, { cursor }: Scope): ReadonlySet<string> {
  const keys = items.flatMap((item, at) => {
    if (!isWord(item) || item === cursor.word) return [];
    const next = items[at + 1];
    const isKey = isMark(next, ':') || isMark(next, ':=');
    return isKey ? [item.text.replace(/^["']|"$/g, '')] : [];
  });
  return new Set(keys);
}

/** The sources of the project, relative to the file that loads them, folder by folder; and standard modules. */
export function pathsFor({ view, document, cursor }: Scope, make: ItemMaker): CompletionItem[] {
  const folder = cursor.typed.slice(0, cursor.typed.lastIndexOf('/') + 1);
  const found = new Map<string, CompletionItem>();
  const start = cursor.replaced.start + folder.length;
  for (const path of view.files()) {
    if (path === document.path) continue;
    const relative = relativePath(document.path, path);
    if (relative === undefined || !relative.startsWith(folder)) continue;
    const rest = relative.slice(folder.length);
    const slash = rest.indexOf('/');
    const isFolder = slash >= 0;
    const label = isFolder ? rest.slice(0, slash + 1) : rest;
    if (label === '' || found.has(label)) continue;
    const replace = { start, end: Math.max(start, cursor.replaced.end) };
    // Clients compare it with everything typed, including folders.
    const filter = folder + label;
    const item = make.plain(label, isFolder ? 'folder' : 'file', 'wanted', { replace, filter });
    found.set(label, item);
  }
  return folder === '' ? [...standardPaths(cursor, make), ...found.values()] : [...found.values()];
}

function standardPaths({ replaced }: Scope['cursor'], make: ItemMaker): readonly CompletionItem[] {
  const { start, end } = replaced;
  return standardModules.map(({ name, doc }) =>
    make.plain(`${shippedScheme}${name}`, 'module', 'foreign', {
      replace: { start, end: Math.max(start, end) },
      detail: doc,
    }),
  );
}

type ProjectTexts = {
  readonly keysets: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly dataKeys: ReadonlySet<string>;
};

const keysetHeads = new Set([
  'define-keyset',
  'keyset-ref-guard',
  'enforce-keyset',
  'describe-keyset',
]);
const namespaceHeads = new Set(['namespace', 'define-namespace']);
const readers = new Set(['read-keyset', 'read-msg', 'read-integer', 'read-decimal', 'read-string']);

export function projectTexts(view: WritingView): ProjectTexts {
  const keysets = new Set<string>();
  const namespaces = new Set<string>();
  const dataKeys = new Set<string>();
  for (const document of documentsOf(view)) {
    const texts = textsIn(document);
    for (const each of texts.keysets) keysets.add(each);
    for (const each of texts.namespaces) namespaces.add(each);
    for (const each of texts.dataKeys) dataKeys.add(each);
  }
  return { keysets, namespaces, dataKeys };
}

const textsIn = onceFor(({ source }: WrittenDocument): ProjectTexts => {
  const texts = {
    keysets: new Set<string>(),
    namespaces: new Set<string>(),
    dataKeys: new Set<string>(),
  };
  const pending: Group[] = [readBrackets(source).top];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const head = headOf(group) ?? '';
    const first = textOf(group.items[1]);
    if (first !== undefined) {
      for (const kind of namedBy(head, group.items.length)) texts[kind].add(first);
    }
    const governance = head === 'module' ? textOf(group.items[2]) : undefined;
    if (governance !== undefined) texts.keysets.add(governance);
    if (head === 'env-data') for (const key of keysOf(group.items[1])) texts.dataKeys.add(key);
    for (const item of group.items) if (isGroup(item)) pending.push(item);
  }
  return texts;
});

/** Returns the kind of name in the first argument of a call. */
function namedBy(head: string, length: number): readonly (keyof ProjectTexts)[] {
  if (namespaceHeads.has(head)) return ['namespaces'];
  if (readers.has(head)) return ['dataKeys'];
  if (!keysetHeads.has(head)) return [];
  // A keyset that is defined without a value is read from the data.
  return head === 'define-keyset' && length === 2 ? ['keysets', 'dataKeys'] : ['keysets'];
}

function keysOf(item: Group['items'][number] | undefined): readonly string[] {
  if (!isGroup(item, '{')) return [];
  return item.items.flatMap((each, at) => {
    const next = item.items[at + 1];
    const text = isWord(next) && next.text === ':' ? textOf(each) : undefined;
    return text === undefined ? [] : [text];
  });
}

function textOf(item: Group['items'][number] | undefined): string | undefined {
  if (!isWord(item)) return undefined;
  if (item.kind === 'symbol') return item.text.slice(1);
  const text = item.kind === 'string' ? item.text.slice(1, -1) : '';
  return text === '' ? undefined : text;
}
