// The outline of a document from its brackets, and definitions of the project by parts of their names. Both use only the syntax,
// so they need no analysis.

import { lastOf, onceFor } from '../../../base/deferred.ts';
import type { Source } from '../../../base/span.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  type Item,
  readBrackets,
  startOf,
} from '../../../script/brackets/read-brackets.ts';
import { isModuleForm, staticForm } from '../../../script/names/written-forms.ts';
import type { Document } from '../workspace/document.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import {
  type CodeSymbol,
  kindsOfForms,
  symbolsOfDefinition,
  symbolsOfModule,
  type TextRange,
} from '../workspace/symbols.ts';

export type OutlineKind =
  | (typeof kindsOfHeads)[keyof typeof kindsOfHeads]
  | 'field'
  | 'transaction'
  | 'expectation';

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
  return text.length > maxDetailLength ? `${text.slice(0, maxDetailLength)}...` : text;
}

/** In characters: editors cut off longer ones. */
const maxDetailLength = 120;

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

/** More than people look through. */
const maxSymbols = 500;

/**
 * `query`: characters of the name in their order, `ctr` for `create-transfer`; with a dot, of the full name. The best
 * matches come first. An empty query returns everything.
 */
export function workspaceSymbols(
  snapshot: Snapshot,
  query: string,
  limit = maxSymbols,
): readonly CodeSymbol[] {
  return lastOf(findingSymbols(snapshot, query, limit));
}

/** The same in steps, so that callers can do other work in between. */
export function* findingSymbols(
  snapshot: Snapshot,
  query: string,
  limit = maxSymbols,
): Generator<undefined, readonly CodeSymbol[]> {
  const wanted = lowerCase(query);
  const found: { readonly symbol: CodeSymbol; readonly score: number }[] = [];
  for (const path of snapshot.files()) {
    const document = snapshot.document(path);
    for (const symbol of document === undefined ? [] : declaredIn(document)) {
      const score = scoreOf(wanted, symbol);
      if (score !== undefined) found.push({ symbol, score });
    }
    yield;
  }
  found.sort((left, right) => right.score - left.score);
  return found.slice(0, limit).map(({ symbol }) => symbol);
}

/** Modules and definitions, in written order. */
const declaredIn = onceFor(({ forms, path }: Document): readonly CodeSymbol[] => {
  let namespace = '';
  return forms.flatMap((form) => {
    const written = staticForm(form);
    if (written?.kind === 'namespace') namespace = written.name;
    if (isModuleForm(form)) {
      const module = symbolsOfModule(form, path, namespace);
      return [module.symbol, ...module.all.map(({ symbol }) => symbol)];
    }
    const isDefinition = form.kind === 'defun' || form.kind === 'defconst';
    return isDefinition ? [symbolsOfDefinition(form, path).symbol] : [];
  });
});

/** Returns a score, higher is better; `undefined` if the characters do not occur in order. */
function scoreOf(wanted: string, { name, module }: CodeSymbol): number | undefined {
  const isQualified = wanted.includes('.') && module !== undefined;
  const text = lowerCase(isQualified ? `${module}.${name}` : name);
  if (wanted === '') return 0;
  if (text === wanted) return 1000;
  const at = text.indexOf(wanted);
  if (at !== -1) return (at === 0 ? 800 : isWordStart(text, at) ? 700 : 600) - text.length;
  let score = 0;
  let from = 0;
  for (const character of wanted) {
    const next = text.indexOf(character, from);
    if (next === -1) return undefined;
    score += isWordStart(text, next) ? 10 : next === from ? 5 : 0;
    from = next + 1;
  }
  return score - text.length / 100;
}

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || /[-._:]/.test(text.charAt(at - 1));

/** Names are ASCII. */
const lowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
