// Makes completion items: names of the language, of modules, and of the forms around the cursor.

import { onceFor } from '../../../../base/deferred.ts';
import { firstSentenceOf } from '../../../../base/prose.ts';
import { Source } from '../../../../base/span.ts';
import {
  type FormDescription,
  type TextEdit,
  type Word,
  wordsOf,
} from '../../../../lang/session/analyse.ts';
import { isGroup } from '../../../../script/brackets/read-brackets.ts';
import type { BuiltinDescription } from '../../../../script/builtins.ts';
import type { LocalBinding } from '../../../../script/names/local-names.ts';
import { kindsOfForms } from '../../workspace/symbols.ts';
import { type KnownModule, type Member, memberSignature } from '../known-modules.ts';
import type { Scope } from '../scope.ts';
import type { CompletionItem, CompletionKind, CompletionOptions } from './completion.ts';

/** Names from nearby come first. */
const ranks = {
  wanted: 0,
  local: 1,
  own: 2,
  imported: 3,
  language: 4,
  module: 5,
  foreign: 6,
  old: 7,
} as const;

type Rank = keyof typeof ranks;

export type Form = 'name' | 'head' | 'call';

const memberKinds: Record<Member['kind'], CompletionKind> = kindsOfForms;

export class ItemMaker {
  private readonly scope: Scope;
  private readonly options: CompletionOptions;
  /** Whether the replaced word is followed by something in the same list. */
  private readonly hasArguments: boolean;

  constructor(scope: Scope, options: CompletionOptions) {
    this.scope = scope;
    this.options = options;
    const { cursor } = scope;
    const group = cursor.path.at(-1);
    const next = group?.items.at(-1);
    this.hasArguments =
      group?.open?.text === '(' && next !== undefined && startAfter(next, cursor.replaced.end);
  }

  plain(
    label: string,
    kind: CompletionKind,
    rank: Rank,
    more: Partial<CompletionItem> = {},
  ): CompletionItem {
    return {
      label,
      kind,
      detail: undefined,
      filter: label,
      order: `${ranks[rank]} ${label}`,
      insert: label,
      isSnippet: false,
      isDeprecated: false,
      replace: this.scope.cursor.replaced,
      edits: [],
      origin: undefined,
      ...more,
    };
  }

  local({ name, kind, type }: LocalBinding): CompletionItem {
    return this.plain(name, kind === 'parameter' ? 'parameter' : 'local', 'local', {
      detail: type,
    });
  }

  /** `form`: an unqualified name, the head of a list, or a whole list in parentheses. */
  member(member: Member, rank: Rank, form: Form, written = member.name): CompletionItem {
    const { name, kind, module, parameters } = member;
    const isCall = kind === 'defun' || kind === 'defcap' || kind === 'defpact';
    const names = parameters.map((each) => each.name);
    const insert = isCall
      ? this.inserted(written, names, form)
      : { insert: written, isSnippet: false };
    return this.plain(written, memberKinds[kind], rank, {
      ...insert,
      filter: name,
      detail: memberSignature(member),
      origin: module === '' ? undefined : { kind: 'member', module, name },
    });
  }

  /** A name of another module, qualified or imported. */
  foreign(
    member: Member,
    form: Form,
    importing: (member: Member) => readonly TextEdit[] | undefined,
  ): CompletionItem {
    const edits = this.options.foreignNames === 'import' ? importing(member) : undefined;
    const qualified = `${member.module}.${member.name}`;
    const item = this.member(
      member,
      'foreign',
      form,
      edits === undefined ? qualified : member.name,
    );
    return { ...item, edits: edits ?? [], label: qualified, filter: member.name };
  }

  module({ name, form }: KnownModule, rank: Rank = 'module'): CompletionItem {
    return this.plain(name, form.kind, rank, { origin: { kind: 'module', name } });
  }

  builtin(builtin: BuiltinDescription, form: Form): CompletionItem {
    const { name, overloads, until } = builtin;
    const [first] = overloads;
    const names = first?.params.map((each) => each.name) ?? [];
    const isOld = until !== undefined;
    return this.plain(name, 'builtin', isOld ? 'old' : 'language', {
      ...this.inserted(name, names, form),
      detail: builtinDetail(builtin),
      isDeprecated: isOld,
      origin: { kind: 'builtin', name },
    });
  }

  /** A special form or a definition; never a value, so it needs parentheses. */
  form(description: FormDescription, form: Form, rank: Rank = 'language'): CompletionItem {
    const { name } = description;
    const snippet = formSnippet(description);
    const kind = rank === 'wanted' ? 'keyword' : 'special-form';
    const detail = firstSentenceOf(description.doc);
    const origin = { kind: 'form', name } as const;
    if (snippet === undefined) return this.plain(name, kind, rank, { detail, origin });
    const whole = form === 'head' ? snippet : `(${snippet})`;
    const isSnippet = this.options.snippets && !(form === 'head' && this.hasArguments);
    const bare = form === 'head' ? name : plainText(whole);
    return this.plain(name, kind, rank, {
      insert: isSnippet ? whole : bare,
      isSnippet,
      detail,
      origin,
    });
  }

  private inserted(
    written: string,
    parameters: readonly string[],
    form: Form,
  ): Pick<CompletionItem, 'insert' | 'isSnippet'> {
    const isFilled = form === 'name' || (form === 'head' && this.hasArguments);
    const [open, close] = form === 'call' ? ['(', ')'] : ['', ''];
    if (isFilled) return { insert: written, isSnippet: false };
    const isSnippet = this.options.snippets && parameters.length > 0;
    const insert = isSnippet ? callSnippet(written, parameters) : written;
    return { insert: `${open}${insert}${close}`, isSnippet };
  }
}

function builtinDetail({ overloads: [first] }: BuiltinDescription): string {
  const types = first?.params.map(({ name, type }) => `${name}:${type}`).join(' ') ?? '';
  return `(${types}) -> ${first?.returns ?? 'any'}`;
}

const startAfter = (item: Parameters<typeof isGroup>[0] & object, end: number): boolean =>
  (item.kind === 'group' ? (item.open?.start ?? 0) : item.start) >= end;

// The text to insert for forms and calls, with placeholders in the syntax of the protocol's snippets. Snippets of
// special forms are derived from the usage in their documentation.

/** Returns the part after the opening parenthesis; nothing for forms that are not written as a call. */
export const formSnippet = onceFor(({ name, usage }: FormDescription): string | undefined => {
  const words = wordsOf(new Source('', usage));
  const [open, head] = words;
  if (open?.text !== '(' || head?.text !== name) return undefined;
  const end = closingOf(words);
  return new SnippetWriter(name, words.slice(1, end)).text();
});

/** Returns a call with placeholders for parameters: `transfer ${1:sender} ${2:amount}`. */
function callSnippet(name: string, parameters: readonly string[]): string {
  const places = parameters.map((each, i) => `\${${i + 1}:${escaped(each)}}`);
  return [escaped(name), ...places].join(' ');
}

/** Escapes literal text. */
const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** Returns a snippet as plain text, with the initial text of its placeholders. */
export const plainText = (snippet: string): string =>
  snippet
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');

function closingOf(words: readonly Word[]): number {
  let depth = 0;
  for (const [at, { kind }] of words.entries()) {
    if (kind === 'open') depth++;
    if (kind === 'close' && --depth === 0) return at;
  }
  return words.length;
}

/** Placeholders for one or more definitions, which no word can replace. */
const parts: ReadonlyMap<string, string> = new Map([
  ['definition', '(defcap GOVERNANCE () (enforce-keyset "\u0000keyset"))'],
  ['signature', '(defun \u0000function:\u0000string ())'],
  ['step', '(step \u0000expression)'],
]);
const ownLine = new Set(['definition', 'signature', 'step', 'body', '"documentation"']);
/** Words of a usage that describe types. */
const openTypes = new Set(['type', 'result']);

class SnippetWriter {
  private readonly name: string;
  private readonly words: readonly Word[];
  private written = '';
  private places = 0;

  constructor(name: string, words: readonly Word[]) {
    this.name = name;
    this.words = words;
  }

  text(): string {
    this.words.forEach((word, at) => this.write(word, at));
    return this.written.trimEnd();
  }

  private write(word: Word, at: number): void {
    const before = this.words[at - 1];
    if (this.isLeftOut(word, at)) return;
    const isOwnLine = at > 0 && ownLine.has(word.text) && !this.isInside(at);
    if (at > 0) this.written += isOwnLine ? '\n  ' : this.blank(before, word);
    const isItself =
      at === 0 || word.kind === 'open' || word.kind === 'close' || word.kind === 'mark';
    if (isItself) this.written += escaped(word.text);
    else if (word.kind === 'string') this.written += `"${this.place(word.text.slice(1, -1))}"`;
    else if (before?.text === ':') {
      this.written += this.place(openTypes.has(word.text) ? 'string' : word.text);
    } else this.written += this.named(this.nameOf(word, at));
  }

  /** Types are only wanted in definitions; dots mean that the part before them may be repeated. */
  private isLeftOut({ text }: Word, at: number): boolean {
    const before = this.words[at - 1]?.text;
    if (text === '.' || (before === '.' && this.isJoined(at))) return true;
    return !this.name.startsWith('def') && (text === ':' || before === ':');
  }

  /** `module.function` is one placeholder; a keyword is not a placeholder. */
  private nameOf({ kind, text }: Word, at: number): string {
    const member = this.words[at + 2];
    if (member !== undefined && this.isJoined(at + 2)) return `${text}.${member.text}`;
    return kind === 'keyword' && !parts.has(text) ? `${text}-name` : text;
  }

  private isJoined(at: number): boolean {
    const [first, dot, second] = this.words.slice(at - 2, at + 1);
    if (dot?.text !== '.' || second?.kind !== 'name' || first === undefined) return false;
    return first.text !== '.' && first.end === dot.start && second.start === dot.end;
  }

  private named(text: string): string {
    const part = parts.get(text);
    if (part === undefined) return this.place(text);
    return part.replace(/\u0000([\w-]+)/g, (_, each: string) => this.place(each));
  }

  private place(text: string): string {
    this.places++;
    return `\${${this.places}:${escaped(text)}}`;
  }

  private blank(before: Word | undefined, word: Word): string {
    if (before === undefined || before.kind === 'open' || word.kind === 'close') return '';
    if (before.text === '.') return ' ';
    return before.end === word.start ? '' : ' ';
  }

  private isInside(at: number): boolean {
    let depth = 0;
    for (const { kind } of this.words.slice(0, at)) {
      if (kind === 'open') depth++;
      if (kind === 'close') depth--;
    }
    return depth > 0;
  }
}

/**
 * Returns whether the letters typed so far occur in a name in this order; ASCII letters match in either case. It runs
 * for every name of a project at every keystroke, so it allocates nothing.
 */
export function matcherOf(typed: string): (name: string) => boolean {
  const wanted = Array.from({ length: typed.length }, (_, i) => inLowerCase(typed.charCodeAt(i)));
  return (name) => {
    let found = 0;
    for (let i = 0; i < name.length && found < wanted.length; i++) {
      if (inLowerCase(name.charCodeAt(i)) === wanted[found]) found++;
    }
    return found === wanted.length;
  };
}

const inLowerCase = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);
