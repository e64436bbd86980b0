// Makes completion items: names of the language, of modules, and of the forms around the cursor.

import { firstSentenceOf } from '../../../../base/prose.ts';
import type { FormDescription, TextEdit } from '../../../../lang/session/analyse.ts';
import { isGroup } from '../../../../script/brackets/read-brackets.ts';
import type { LocalBinding } from '../../../../script/names/local-names.ts';
import type { BuiltinDescription } from '../../../../script/builtins/builtin-sets.ts';
import { memberSignature, type KnownModule, type Member } from '../known-modules.ts';
import type { Scope } from '../scope.ts';
import type { CompletionItem, CompletionKind, CompletionOptions } from './completion.ts';
import { callSnippet, formSnippet, plainText } from './snippet.ts';
import { kindsOfForms } from '../../workspace/symbols.ts';

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

export type Rank = keyof typeof ranks;

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
      detail: memberDetail(member),
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
    const detail = formDetail(description);
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

const memberDetail = remembered(memberSignature);

const builtinDetail = remembered(({ overloads: [first] }: BuiltinDescription) => {
  const types = first?.params.map(({ name, type }) => `${name}:${type}`).join(' ') ?? '';
  return `(${types}) -> ${first?.returns ?? 'any'}`;
});

const formDetail = remembered(({ doc }: FormDescription) => firstSentenceOf(doc));

/** A cache, because these texts never change and are requested at every keystroke. */
function remembered<Key extends object>(make: (key: Key) => string): (key: Key) => string {
  const texts = new WeakMap<Key, string>();
  return (key) => {
    const text = texts.get(key) ?? make(key);
    texts.set(key, text);
    return text;
  };
}

const startAfter = (item: Parameters<typeof isGroup>[0] & object, end: number): boolean =>
  (item.kind === 'group' ? (item.open?.start ?? 0) : item.start) >= end;
