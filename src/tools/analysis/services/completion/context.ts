// The completion context at the cursor, from words and brackets alone, because text being typed does not parse.

import type { Cursor } from '../../../../script/brackets/cursor.ts';
import {
  type Group,
  headOf,
  isGroup,
  isModuleHead,
  isWord,
  type Item,
  startOf,
} from '../../../../script/brackets/read-brackets.ts';

export type Context =
  /** A new name, a comment, or a string without a meaning. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'type' }
  | { readonly kind: 'schema' }
  | { readonly kind: 'interface' }
  | { readonly kind: 'module' }
  /** The import list of a `use`. */
  | { readonly kind: 'import'; readonly module: string }
  | { readonly kind: 'capability'; readonly isHead: boolean }
  | { readonly kind: 'governance' }
  | { readonly kind: 'field'; readonly quote: Quote; readonly group: Group; readonly use: FieldUse }
  | { readonly kind: 'keyset' | 'data-key' | 'path' }
  /** A key of a builtin's argument: `env-chain-data`. */
  | { readonly kind: 'environment-key'; readonly builtin: string; readonly quote: Quote }
  | { readonly kind: 'mark' }
  | { readonly kind: 'definition' | 'step'; readonly isHead: boolean }
  | { readonly kind: 'top-level'; readonly isHead: boolean }
  | {
      readonly kind: 'expression';
      readonly isHead: boolean;
      /** The call around it and the index of the argument, from 0. */
      readonly call: { readonly head: string; readonly argument: number } | undefined;
    };

/** Whether the name already has quotes or a tick. */
export type Quote = 'none' | 'some';

/** `key` of an object or a binding, or a `name` on its own, such as the first argument of `at`. */
export type FieldUse = 'key' | 'binding' | 'name';

const capabilityCalls = new Set([
  'with-capability',
  'require-capability',
  'compose-capability',
  'install-capability',
  'emit-event',
  'test-capability',
]);
/** Their first argument may be the name of a keyset. */
export const keysetCalls: ReadonlySet<string> = new Set([
  'enforce-keyset',
  'keyset-ref-guard',
  'define-keyset',
  'enforce-guard',
  'describe-keyset',
]);
const dataCalls = new Set([
  'read-keyset',
  'read-msg',
  'read-integer',
  'read-decimal',
  'read-string',
]);
const fieldCalls = new Set(['at', 'where', 'remove', 'drop', 'take']);
const listCalls = new Set(['read', 'select', 'sort', 'drop', 'take']);
const keyedByEnvironment = new Set(['env-chain-data', 'env-sigs']);

const nothing: Context = { kind: 'nothing' };

export function contextAt(cursor: Cursor): Context {
  const { path, tree, word } = cursor;
  if (cursor.place === 'comment' || word?.kind === 'number') return nothing;
  const group = path.at(-1) ?? tree.top;
  const isTicked = word?.kind === 'symbol' || word?.kind === 'fault';
  if (cursor.place === 'string' || isTicked) return literalContext(cursor, group);
  switch (group.open?.text) {
    case '{':
      return braceContext(cursor, group);
    case '[':
      return listContext(cursor, group);
    default:
      return codeContext(cursor, group);
  }
}

function codeContext(cursor: Cursor, group: Group): Context {
  const { path, index, tree } = cursor;
  if (cursor.typed.startsWith('@')) return { kind: 'mark' };
  if (isMark(group.items[index - 1], ':')) return { kind: 'type' };
  if (group === tree.top) return { kind: 'top-level', isHead: false };
  return index === 0 ? headContext(path) : argumentContext(cursor, group);
}

// ---- inside quotes ----

function literalContext({ index, place, path }: Cursor, group: Group): Context {
  const opener = group.open?.text;
  const field: Context = { kind: 'field', quote: 'some', group, use: 'name' };
  if (opener === '{') return keyContext(group, index, 'some') ?? nothing;
  if (opener === '[') return listCalls.has(headOf(group.parent) ?? '') ? field : nothing;
  const named = index === 1 ? namedByText(headOf(group) ?? '') : undefined;
  if (named !== undefined) return named === 'field' ? field : { kind: named };
  if (headOf(group) === 'module' && index === 2) return { kind: 'keyset' };
  return place !== 'string' && path.length > 0 ? field : nothing;
}

/** Returns the kind of name in the first argument of a call. */
function namedByText(head: string): 'path' | 'keyset' | 'data-key' | 'field' | undefined {
  if (head === 'load') return 'path';
  if (keysetCalls.has(head)) return 'keyset';
  if (dataCalls.has(head)) return 'data-key';
  return fieldCalls.has(head) ? 'field' : undefined;
}

// ---- inside braces ----

function braceContext({ index, qualifier }: Cursor, group: Group): Context {
  const siblings = group.parent?.items ?? [];
  const at = siblings.indexOf(group);
  const before = siblings[at - 1];
  if (isAdjacent(before, group) && isWord(before)) {
    if (before.text === 'object' || before.text === 'table') return { kind: 'schema' };
    if (before.text === 'module') return { kind: 'interface' };
    if (before.text === ':') return { kind: 'schema' };
  }
  const key = qualifier === undefined ? keyContext(group, index, 'none') : undefined;
  if (key !== undefined) return key;
  return isMark(group.items[index - 1], ':=') ? nothing : expression(false);
}

/** Returns `undefined` if a value is expected. */
function keyContext(group: Group, index: number, quote: Quote): Context | undefined {
  if (!isKeyPlace(group, index, quote)) return undefined;
  const { parent } = group;
  const call = headOf(parent?.open?.text === '[' ? parent.parent : parent) ?? '';
  if (keyedByEnvironment.has(call)) return { kind: 'environment-key', builtin: call, quote };
  const isBinding = binds(group) || group.items.some((item) => isMark(item, ':='));
  return { kind: 'field', quote, group, use: isBinding ? 'binding' : 'key' };
}

function isKeyPlace({ items }: Group, index: number, quote: Quote): boolean {
  const before = items[index - 1];
  if (before === undefined || isMark(before, ',')) return true;
  const mark = items[index - 2];
  return quote === 'some' && (isMark(mark, ':') || isMark(mark, ':='));
}

/** Returns whether braces bind fields to names, as long as they are empty. */
function binds(group: Group): boolean {
  const { parent } = group;
  const head = headOf(parent) ?? '';
  const braces = parent?.items.filter((item) => isGroup(item, '{')) ?? [];
  if (head === 'with-read' || head === 'resume') return true;
  if (head === 'with-default-read') return braces.indexOf(group) === 1;
  return head === 'bind' && parent?.items.indexOf(group) === 2;
}

// ---- inside square brackets ----

function listContext({ qualifier }: Cursor, group: Group): Context {
  const { parent } = group;
  const at = parent?.items.indexOf(group) ?? -1;
  const before = parent?.items[at - 1];
  const isInBraces = parent?.open?.text === '{';
  if (isMark(before, ':') && !isInBraces) return { kind: 'type' };
  if (headOf(parent) === 'use') return { kind: 'import', module: writtenName(parent, 1) };
  return qualifier === undefined && headOf(parent) === '@model' ? nothing : expression(false);
}

/** Returns `ns.m` of `(use ns.m [`. */
export function writtenName(group: Group | undefined, from: number): string {
  let name = '';
  for (const item of group?.items.slice(from) ?? []) {
    if (!isWord(item) || (item.kind === 'mark' && item.text !== '.') || item.kind === 'string')
      break;
    name += item.text;
  }
  return name;
}

// ---- inside parentheses ----

function headContext(path: readonly Group[]): Context {
  const [outer, group] = [path.at(-2), path.at(-1)];
  if (outer === undefined) return { kind: 'top-level', isHead: true };
  const head = headOf(outer);
  const at = group === undefined ? -1 : outer.items.indexOf(group);
  if (isModuleHead(head)) return { kind: 'definition', isHead: true };
  if (head === 'defpact' && at > firstList(outer)) return { kind: 'step', isHead: true };
  if (isNameList(outer, at) || isNameList(path.at(-3), indexIn(path.at(-3), outer), 'let')) {
    return nothing;
  }
  if (head !== undefined && capabilityCalls.has(head) && at === 1) {
    return { kind: 'capability', isHead: true };
  }
  return expression(true);
}

function argumentContext({ index, path }: Cursor, group: Group): Context {
  const head = headOf(group);
  const outer = path.at(-2);
  if (isNameList(outer, indexIn(outer, group))) return nothing;
  const known = argumentsOfWords.get(head ?? '')?.(index, group);
  if (known !== undefined) return known;
  if (head !== undefined && capabilityCalls.has(head) && index === 1) {
    return { kind: 'capability', isHead: false };
  }
  const call = head === undefined ? undefined : { head, argument: index - 1 };
  return { kind: 'expression', isHead: false, call };
}

const expression = (isHead: boolean): Context => ({ kind: 'expression', isHead, call: undefined });

const nameFirst = (index: number): Context | undefined => (index === 1 ? nothing : undefined);

/** Names and parameters come first. */
const bodyAfterList = (index: number, group: Group): Context | undefined =>
  index <= firstList(group) || firstList(group) < 0 ? nothing : undefined;

/** Keywords whose arguments are not expressions; the function returns `undefined` for an argument that is one. */
const argumentsOfWords: ReadonlyMap<string, (index: number, group: Group) => Context | undefined> =
  new Map<string, (index: number, group: Group) => Context | undefined>([
    ['use', (index) => (index === 1 ? { kind: 'module' } : nothing)],
    ['implements', () => ({ kind: 'interface' })],
    [
      'module',
      (index) => {
        if (index < 3) return index === 2 ? { kind: 'governance' } : nothing;
        return { kind: 'definition', isHead: false };
      },
    ],
    ['interface', (index) => (index === 1 ? nothing : { kind: 'definition', isHead: false })],
    ['defschema', () => nothing],
    ['bless', () => nothing],
    ['defun', bodyAfterList],
    ['defcap', bodyAfterList],
    ['lambda', bodyAfterList],
    ['defpact', (index, group) => bodyAfterList(index, group) ?? { kind: 'step', isHead: false }],
    ['defconst', nameFirst],
    ['deftable', nameFirst],
    ['let', nameFirst],
    ['let*', nameFirst],
  ]);

/** The list of parameters of a definition or lambda; for `let`, its list of bindings. */
function isNameList(outer: Group | undefined, at: number, only?: 'let'): boolean {
  switch (headOf(outer)) {
    case 'let':
    case 'let*':
      return at === 1;
    case 'lambda':
    case 'defun':
    case 'defcap':
    case 'defpact':
      return only === undefined && outer !== undefined && at === firstList(outer);
    default:
      return false;
  }
}

const indexIn = (outer: Group | undefined, group: Group): number =>
  outer === undefined ? -1 : outer.items.indexOf(group);

const firstList = ({ items }: Group): number => items.findIndex((item) => isGroup(item, '('));

export const isMark = (item: Item | undefined, text: string): boolean =>
  isWord(item) && item.kind === 'mark' && item.text === text;

const isAdjacent = (before: Item | undefined, group: Group): boolean =>
  before !== undefined && before.end === startOf(group);
