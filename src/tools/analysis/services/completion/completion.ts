// Completion at the cursor, as plain data, and the documentation of an item, which is made when the client requests it.

import { compareText } from '../../../../base/text.ts';
import type { TextEdit } from '../../../../lang/session/analyse.ts';
import { cursorAt } from '../../../../script/brackets/cursor.ts';
import { docOf } from '../../../../script/names/written-forms.ts';
import { pageOfLanguage } from '../../../../script/pages/pages.ts';
import { maxItems } from '../../limits.ts';
import { knownModules, memberSignature, type WritingView } from '../known-modules.ts';
import { Scope } from '../scope.ts';
import { contextAt } from './context.ts';
import { matcherOf } from './items.ts';
import { offersFor } from './offers.ts';

export type CompletionKind =
  | 'parameter'
  | 'local'
  | 'function'
  | 'capability'
  | 'defpact'
  | 'constant'
  | 'schema'
  | 'field'
  | 'table'
  | 'module'
  | 'interface'
  | 'builtin'
  | 'special-form'
  | 'keyword'
  | 'type'
  | 'text'
  | 'file'
  | 'folder';

/** The meaning of an item, for its documentation. */
export type CompletionOrigin =
  | { readonly kind: 'builtin' | 'form'; readonly name: string }
  | { readonly kind: 'module'; readonly name: string }
  | { readonly kind: 'member'; readonly module: string; readonly name: string };

export type CompletionItem = {
  readonly label: string;
  readonly kind: CompletionKind;
  /** On one line: a signature, a type, the module that it comes from. */
  readonly detail: string | undefined;
  /** The text that is compared with what the user types. */
  readonly filter: string;
  /** The sort key of the item. */
  readonly order: string;
  readonly insert: string;
  /** Whether `insert` has placeholders, as in the protocol's snippets. */
  readonly isSnippet: boolean;
  readonly isDeprecated: boolean;
  /** The range that `insert` replaces. */
  readonly replace: { readonly start: number; readonly end: number };
  /** Edits in other places: an import. */
  readonly edits: readonly TextEdit[];
  readonly origin: CompletionOrigin | undefined;
};

export type CompletionOptions = {
  /**
   * How to complete a name of a module that is not imported: qualified with its module, or by adding it to a `use`;
   * with `none`, names are offered only after the module is written.
   */
  readonly foreignNames: 'qualify' | 'import' | 'none';
  /** Whether the client understands snippets. */
  readonly snippets: boolean;
};

type Completions = {
  readonly items: readonly CompletionItem[];
  /** More items would match: request again when more is typed. */
  readonly isIncomplete: boolean;
};

export function completionsAt(
  view: WritingView,
  path: string,
  offset: number,
  options: CompletionOptions,
): Completions {
  const document = view.document(path);
  if (document === undefined) return { items: [], isIncomplete: false };
  const cursor = cursorAt(document.source, offset);
  const context = contextAt(cursor);
  if (context.kind === 'nothing') return { items: [], isIncomplete: false };
  const scope = new Scope(view, document, cursor);
  const seen = new Set<string>();
  const items: CompletionItem[] = [];
  const matches = matcherOf(cursor.typed);
  for (const item of offersFor(scope, context, options)) {
    const key = `${item.kind === 'text' ? '' : item.label} ${item.insert}`;
    if (seen.has(key) || !matches(item.filter)) continue;
    seen.add(key);
    items.push(item);
  }
  items.sort((left, right) => compareText(left.order, right.order));
  return { items: items.slice(0, maxItems), isIncomplete: items.length > maxItems };
}

/** Returns the documentation of an item as Markdown. */
export function completionDocumentation(
  view: WritingView,
  path: string,
  origin: CompletionOrigin,
): string | undefined {
  switch (origin.kind) {
    case 'builtin':
    case 'form':
      return pageOfLanguage(view.builtins, origin.name);
    case 'module':
    case 'member': {
      const document = view.document(path);
      if (document === undefined) return undefined;
      const name = origin.kind === 'module' ? origin.name : origin.module;
      const module = knownModules(view, document).named(name);
      if (module === undefined) return undefined;
      if (origin.kind === 'module') return docOf(module.form);
      const member = module.members.get(origin.name);
      if (member === undefined) return undefined;
      const lines = ['```pact', `(${member.kind} ${memberSignature(member)})`, '```'];
      const doc = docOf(member.written);
      return [...lines, ...(doc === undefined ? [] : ['', doc])].join('\n');
    }
  }
}
