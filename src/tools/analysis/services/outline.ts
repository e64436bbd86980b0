// The outline of a file: modules, their definitions, and the steps and fields of these; in scripts also transactions
// and expectations. Derived from the brackets, so an error in one form hides no other.

import type { Source } from '../../../base/span.ts';
import {
  headOf,
  isGroup,
  isWord,
  readBrackets,
  startOf,
  type Group,
  type Item,
} from '../../../script/brackets/read-brackets.ts';
import { kindsOfForms, type TextRange } from '../workspace/symbols.ts';

export type OutlineKind =
  (typeof kindsOfHeads)[keyof typeof kindsOfHeads] | 'field' | 'transaction' | 'expectation';

export type OutlineItem = {
  readonly kind: OutlineKind;
  readonly name: string;
  /** Its parameters and result as written; empty if there are none. */
  readonly detail: string;
  readonly span: TextRange;
  /** Within the span. */
  readonly nameSpan: TextRange;
  readonly children: readonly OutlineItem[];
};

const kindsOfHeads = {
  module: 'module',
  interface: 'interface',
  ...kindsOfForms,
  step: 'step',
  'step-with-rollback': 'step',
} as const;

const kinds: ReadonlyMap<string, OutlineKind> = new Map(Object.entries(kindsOfHeads));

export function outlineOf(source: Source): readonly OutlineItem[] {
  return itemsOf(readBrackets(source).top, source);
}

type Open = { readonly first: Group; readonly name: Item | undefined; readonly inside: Item[] };

/** The forms between `begin-tx` and `commit-tx` belong to the transaction. */
function itemsOf(top: Group, source: Source): readonly OutlineItem[] {
  const found: OutlineItem[] = [];
  let open: Open | undefined;
  const end = (): void => {
    if (open !== undefined) found.push(transaction(open, source));
    open = undefined;
  };
  for (const item of top.items) {
    const head = isGroup(item) ? headOf(item) : undefined;
    if (isGroup(item) && head === 'begin-tx') {
      end();
      open = { first: item, name: item.items[1], inside: [item] };
    } else if (open === undefined) found.push(...itemOf(item, source));
    else open.inside.push(item);
    if (head === 'commit-tx' || head === 'rollback-tx') end();
  }
  end();
  return found;
}

function transaction({ first, name, inside }: Open, source: Source): OutlineItem {
  const last = inside.at(-1) ?? first;
  const span = { start: startOf(first), end: last.end };
  const isNamed = isWord(name) && name.kind === 'string';
  return {
    kind: 'transaction',
    name: isNamed ? contentOf(name) : 'transaction',
    detail: '',
    span,
    nameSpan: isNamed ? rangeOf(name) : rangeOf(first),
    children: inside.flatMap((item) => itemOf(item, source)),
  };
}

function itemOf(item: Item, source: Source): readonly OutlineItem[] {
  if (!isGroup(item)) return [];
  const head = headOf(item) ?? '';
  const kind = kinds.get(head);
  if (kind === undefined) return /^expect(-|$)/.test(head) ? expectation(item) : [];
  const name = item.items[1];
  const isNamed =
    kind !== 'step' && isWord(name) && (name.kind === 'name' || name.kind === 'keyword');
  // A definition without a name yet is listed by its keyword, so that it can be found.
  const shown = isNamed ? name : item.items[0];
  if (!isWord(shown)) return [];
  return [
    {
      kind,
      name: shown.text,
      detail: isNamed ? detailOf(item, name.end, source) : '',
      span: rangeOf(item),
      nameSpan: rangeOf(shown),
      children: childrenOf(item, kind, source),
    },
  ];
}

function childrenOf(form: Group, kind: OutlineKind, source: Source): readonly OutlineItem[] {
  switch (kind) {
    case 'module':
    case 'interface':
    case 'defpact':
      return numbered(form.items.flatMap((item) => itemOf(item, source)));
    case 'schema':
      return form.items
        .slice(2)
        .flatMap((item, at, all) => fieldOf(item, all[at + 1], all[at + 2]));
    default:
      return [];
  }
}

/** Steps are distinguished by their number, as in errors: the first is 0. */
function numbered(items: readonly OutlineItem[]): readonly OutlineItem[] {
  let steps = 0;
  return items.map((item) => (item.kind === 'step' ? { ...item, name: `step ${steps++}` } : item));
}

function fieldOf(
  name: Item,
  colon: Item | undefined,
  type: Item | undefined,
): readonly OutlineItem[] {
  if (!isWord(name) || name.kind !== 'name') return [];
  if (!isWord(colon) || colon.text !== ':' || type === undefined) return [];
  return [
    {
      kind: 'field',
      name: name.text,
      detail: isWord(type) ? type.text : '',
      span: { start: name.start, end: type.end },
      nameSpan: rangeOf(name),
      children: [],
    },
  ];
}

function expectation(form: Group): readonly OutlineItem[] {
  const [head, doc] = form.items;
  if (!isWord(head)) return [];
  const isTold = isWord(doc) && doc.kind === 'string';
  return [
    {
      kind: 'expectation',
      name: isTold ? contentOf(doc) : head.text,
      detail: isTold ? head.text : '',
      span: rangeOf(form),
      nameSpan: rangeOf(isTold ? doc : head),
      children: [],
    },
  ];
}

/** Returns the result type and the parameters, on one line. */
function detailOf(form: Group, from: number, source: Source): string {
  const parameters = form.items[0];
  if (!isWord(parameters) || !/^def(un|cap|pact|const)$/.test(parameters.text)) return '';
  const list = form.items.find((item) => isGroup(item, '('));
  const end = parameters.text === 'defconst' ? typeEnd(form) : (list?.end ?? from);
  const text = source.text.slice(from, Math.max(end, from)).replace(/\s+/g, ' ').trim();
  return text.length > longestDetail ? `${text.slice(0, longestDetail)}...` : text;
}

/** In characters: editors cut off longer ones. */
const longestDetail = 120;

function typeEnd({ items }: Group): number {
  const colon = items[2];
  const type = items[3];
  return isWord(colon) && colon.text === ':' && type !== undefined ? type.end : 0;
}

const rangeOf = (item: Item): TextRange => ({ start: startOf(item), end: item.end });

/** Editors refuse an empty name. */
function contentOf({ text }: { readonly text: string }): string {
  const content = text.slice(1, -1).trim();
  return content === '' ? '""' : content;
}
