// The names that the forms around a place bind: parameters, let, bindings of fields, and the definitions so far of a
// module that is being typed. Derived from the brackets, so an invalid form just yields fewer names.

import { Source } from '../../base/span.ts';
import { cursorAt } from '../brackets/cursor.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  type Item,
  readTypedBrackets,
  startOf,
} from '../brackets/read-brackets.ts';

export type LocalBinding = {
  readonly kind: 'parameter' | 'local' | 'field' | 'definition';
  readonly name: string;
  /** The place of the name. */
  readonly start: number;
  /** The type as written. */
  readonly type: string | undefined;
  /** The value of a let variable. */
  readonly value: Item | undefined;
  /** The keyword of its definition. */
  readonly word: string | undefined;
};

/** `text`: the text before the cursor at a prompt. */
export function localNames(text: string): ReadonlySet<string> {
  const source = new Source('', text);
  const { path } = cursorAt(source, text.length, readTypedBrackets(source));
  return new Set(localBindings(source, path).map(({ name }) => name));
}

/** `path`: the groups around the place, the outermost first. Inner names come after those that they shadow. */
export function localBindings(source: Source, path: readonly Group[]): readonly LocalBinding[] {
  return path.flatMap((form, depth) => boundBy(form, path.slice(depth + 1, depth + 3), source));
}

/** `inside`: the groups of the form that contains the place. */
function boundBy(form: Group, inside: readonly Group[], source: Source): readonly LocalBinding[] {
  const { items } = form;
  const [inner] = inside;
  const end = inner === undefined ? Infinity : startOf(inner);
  const fields = items.flatMap((item) =>
    isGroup(item, '{') && item.end <= end ? fieldNames(item, source) : [],
  );
  switch (headOf(form)) {
    case 'lambda':
    case 'defun':
    case 'defcap':
    case 'defpact':
      return [...parameters(items, source), ...fields];
    case 'let':
    case 'let*':
      return [...binders(items, inside, source), ...fields];
    case 'module':
    case 'interface':
      return items.flatMap(definedName);
    default:
      return form.open?.text === '(' ? fields : [];
  }
}

/** The names in the first list in parentheses: `(x:integer y)`. */
function parameters(items: readonly Item[], source: Source): readonly LocalBinding[] {
  const list = items.find((item) => isGroup(item, '('));
  return isGroup(list) ? bindingsIn(list.items, 'parameter', source) : [];
}

/** The names in `((x:integer 1) (y 2))`. A binding sees the ones before it, and not itself. */
function binders(
  items: readonly Item[],
  [inner, present]: readonly Group[],
  source: Source,
): readonly LocalBinding[] {
  const list = items[1];
  if (!isGroup(list, '(')) return [];
  const end = inner === list && present !== undefined ? startOf(present) : Infinity;
  return list.items.flatMap((binder) => {
    if (!isGroup(binder, '(') || startOf(binder) >= end) return [];
    const [bound] = bindingsIn(binder.items, 'local', source);
    const value = binder.items.at(-1);
    return bound === undefined ? [] : [{ ...bound, value }];
  });
}

/** The names in `{ "field" := x:integer }`. */
function fieldNames({ items }: Group, source: Source): readonly LocalBinding[] {
  return items.flatMap((each, at) => {
    const before = items[at - 1];
    if (!isWord(before) || before.text !== ':=') return [];
    return bindingsIn(items.slice(at, at + 4), 'field', source).slice(0, 1);
  });
}

function definedName(item: Item): readonly LocalBinding[] {
  const word = isGroup(item) ? headOf(item) : undefined;
  const name = isGroup(item) ? item.items[1] : undefined;
  if (word?.startsWith('def') !== true || !isName(name)) return [];
  const { text, start } = name;
  return [{ kind: 'definition', name: text, start, type: undefined, value: undefined, word }];
}

/** The names that are not types. */
function bindingsIn(
  items: readonly Item[],
  kind: 'parameter' | 'local' | 'field',
  source: Source,
): readonly LocalBinding[] {
  return items.flatMap((item, at) => {
    const before = items[at - 1];
    if (!isName(item) || (isWord(before) && before.text === ':')) return [];
    const { text, start } = item;
    const type = typeAfter(items, at, source);
    return [{ kind, name: text, start, type, value: undefined, word: undefined }];
  });
}

/** Returns `object{row}` of `x:object{row}`. */
function typeAfter(items: readonly Item[], at: number, source: Source): string | undefined {
  const colon = items[at + 1];
  const type = items[at + 2];
  if (!isWord(colon) || colon.text !== ':' || type === undefined) return undefined;
  const schema = items[at + 3];
  const end = isGroup(schema, '{') ? schema.end : endOf(type);
  return source.text.slice(startOf(type), end);
}

const endOf = (item: Item): number => item.end;

const isName = (item: Item | undefined): item is Extract<Item, { text: string }> =>
  isWord(item) && item.kind === 'name';
