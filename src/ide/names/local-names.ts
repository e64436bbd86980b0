// The names that a form binds around the place where it breaks off: parameters, let, bindings of fields, and what a
// module that is being typed has defined so far. For completion, so a form that is wrong just offers less.

import { Source } from '../../base/span.ts';
import { tokenImages } from '../../lang/session/analyse.ts';

/** `text`: what stands before the cursor. */
export function localNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const open = openForms(tokenImages(new Source('', text)));
  for (const form of open) for (const name of boundBy(form, open)) names.add(name);
  return names;
}

type Node = string | Group;

/** Brackets and what they hold. */
type Group = { readonly open: string; readonly items: Node[] };

const closers: ReadonlySet<string> = new Set([')', ']', '}']);
const openers: ReadonlySet<string> = new Set(['(', '[', '{']);

/** The groups that are still open at the end, the outermost first. */
function openForms(images: readonly string[]): readonly Group[] {
  const top: Group = { open: '', items: [] };
  const path: Group[] = [top];
  for (const image of images) {
    const present = path.at(-1) ?? top;
    if (openers.has(image)) {
      const group: Group = { open: image, items: [] };
      present.items.push(group);
      path.push(group);
    } else if (!closers.has(image)) present.items.push(image);
    else if (path.length > 1) path.pop();
  }
  return path.slice(1);
}

function boundBy(form: Group, open: readonly Group[]): readonly string[] {
  const [head] = form.items;
  const fields = form.items.flatMap(fieldNames);
  switch (head) {
    case 'lambda':
    case 'defun':
    case 'defcap':
    case 'defpact':
      return [...parameters(form), ...fields];
    case 'let':
    case 'let*':
      return [...binders(form, open), ...fields];
    case 'module':
    case 'interface':
      return form.items.flatMap(definedName);
    default:
      return fields;
  }
}

/** Of the first list in parentheses: `(x:integer y)`. */
function parameters(form: Group): readonly string[] {
  const list = form.items.find((item) => isGroup(item, '('));
  return list === undefined ? [] : namesOf(list.items);
}

/** Of `((x:integer 1) (y 2))`. A binder sees the ones before it, and not itself. */
function binders(form: Group, open: readonly Group[]): readonly string[] {
  const list = form.items[1];
  if (!isGroup(list, '(')) return [];
  return list.items.flatMap((item) =>
    isGroup(item, '(') && !open.includes(item) ? namesOf(item.items.slice(0, 1)) : [],
  );
}

/** Of `{ "field" := x:integer }`. */
function fieldNames(item: Node): readonly string[] {
  if (!isGroup(item, '{')) return [];
  const { items } = item;
  return items.flatMap((each, at) => (items[at - 1] === ':=' ? namesOf([each]) : []));
}

function definedName(item: Node): readonly string[] {
  if (!isGroup(item, '(')) return [];
  const [head, name] = item.items;
  return typeof head === 'string' && head.startsWith('def') ? namesOf([name ?? '']) : [];
}

/** Those that are not types. */
function namesOf(items: readonly Node[]): readonly string[] {
  return items.filter(
    (item, at): item is string =>
      typeof item === 'string' && /^[^\s:"'.,\d]/.test(item) && items[at - 1] !== ':',
  );
}

const isGroup = (item: Node | undefined, open: string): item is Group =>
  typeof item === 'object' && item.open === open;
