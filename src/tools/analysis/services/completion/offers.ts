// The completions offered in each context.

import { compareText } from '../../../../base/text.ts';
import {
  definitionForms,
  namedTypes,
  specialForms,
  type FormDescription,
} from '../../../../lang/session/analyse.ts';
import { importEdits, type Scope } from '../scope.ts';
import { fieldsFor, pathsFor, projectTexts } from './texts.ts';
import type { Member, MemberKind } from '../known-modules.ts';
import type { CompletionItem, CompletionOptions } from './completion.ts';
import { maxItems } from '../../limits.ts';
import { keysetCalls, writtenName, type Context, type Quote } from './context.ts';
import { type Form, ItemMaker, matcherOf } from './items.ts';

type Offers = Iterable<CompletionItem>;

export function offersFor(scope: Scope, context: Context, options: CompletionOptions): Offers {
  return new Offering(scope, options).offers(context);
}

const calls: readonly MemberKind[] = ['defun', 'defcap', 'defpact'];
const values: readonly MemberKind[] = ['defun', 'defconst', 'deftable', 'defcap', 'defpact'];
const moduleWords = new Set([
  'defun',
  'defcap',
  'defconst',
  'defschema',
  'deftable',
  'defpact',
  'use',
  'implements',
  'bless',
]);
const interfaceWords = new Set(['defun', 'defcap', 'defconst', 'defschema', 'defpact', 'use']);

/** By qualified name. */
function inOrder(members: readonly Member[]): readonly Member[] {
  return members
    .map((member) => ({ member, text: `${member.module}.${member.name}` }))
    .sort((left, right) => compareText(left.text, right.text))
    .map(({ member }) => member);
}

class Offering {
  private readonly scope: Scope;
  private readonly make: ItemMaker;
  private readonly options: CompletionOptions;

  constructor(scope: Scope, options: CompletionOptions) {
    this.scope = scope;
    this.make = new ItemMaker(scope, options);
    this.options = options;
  }

  offers(context: Context): Offers {
    const { qualifier } = this.scope.cursor;
    if (qualifier !== undefined) return this.qualified(qualifier, context);
    switch (context.kind) {
      case 'nothing':
        return [];
      case 'type':
        return this.types();
      case 'schema':
        return [...this.members(['defschema'], 'name'), ...this.foreign(['defschema'], 'name')];
      case 'interface':
        return this.modules('interface');
      case 'module':
        return this.modules('module');
      case 'import':
        return this.importable(context.module);
      case 'capability':
        return this.capabilities(context.isHead ? 'head' : 'call');
      case 'governance':
        return this.governances();
      case 'field':
        return this.fields(context);
      case 'keyset':
        return this.keysets('some');
      case 'data-key':
        return this.texts(projectTexts(this.scope.view).dataKeys, 'some');
      case 'environment-key':
        return this.environmentKeys(context);
      case 'path':
        return pathsFor(this.scope, this.make);
      case 'mark':
        return this.marks();
      case 'step':
        return this.words((name) => name.startsWith('step'), context.isHead);
      case 'definition':
        return this.definitions(context.isHead);
      case 'top-level':
        return this.topLevel(context.isHead);
      case 'expression':
        return this.expressions(context);
    }
  }

  // ---- names with a module in front ----

  private *qualified(
    { text, separator }: { readonly text: string; readonly separator: '.' | '::' },
    context: Context,
  ): Offers {
    if (separator === '::') {
      yield* this.membersOfReference(text);
      return;
    }
    const kinds: readonly MemberKind[] =
      context.kind === 'type' || context.kind === 'schema'
        ? ['defschema']
        : context.kind === 'capability'
          ? ['defcap']
          : values;
    const isName = context.kind === 'interface' || context.kind === 'module';
    const module = isName ? undefined : this.scope.module(text);
    for (const member of module?.members.values() ?? []) {
      if (kinds.includes(member.kind)) yield this.make.member(member, 'own', this.formIn(context));
    }
    for (const each of this.scope.modules.all) {
      if (!each.name.startsWith(`${text}.`)) continue;
      const label = each.name.slice(text.length + 1);
      yield { ...this.make.module(each), label, insert: label, filter: label };
    }
  }

  /** Offers the members of the interfaces of a module reference: `(token::`. */
  private *membersOfReference(reference: string): Offers {
    const type = this.scope.local(reference)?.type ?? '';
    const names = /^module\s*\{([^}]*)\}$/.exec(type)?.[1]?.split(/[\s,]+/) ?? [];
    const known = names.flatMap((name) => this.scope.module(name) ?? []);
    const all = [...this.scope.modules.all].filter(({ form }) => form.kind === 'interface');
    for (const { members } of known.length > 0 ? known : all) {
      for (const member of members.values()) {
        if (calls.includes(member.kind)) yield this.make.member(member, 'own', 'head');
      }
    }
  }

  private formIn(context: Context): Form {
    if (context.kind === 'capability') return context.isHead ? 'head' : 'call';
    const isCall = context.kind === 'expression' || context.kind === 'top-level';
    return isCall && context.isHead ? 'head' : 'name';
  }

  // ---- names ----

  private *types(): Offers {
    for (const name of namedTypes.keys()) yield this.make.plain(name, 'type', 'wanted');
    for (const name of ['object', 'table', 'module']) {
      yield this.make.plain(`${name}{}`, 'type', 'wanted', {
        insert: `${name}{\${1}}`,
        isSnippet: true,
        filter: name,
      });
    }
  }

  private *modules(kind: 'module' | 'interface'): Offers {
    for (const module of this.scope.modules.all) {
      if (module.form.kind === kind && module !== this.scope.own) {
        yield this.make.module(module, 'wanted');
      }
    }
  }

  private *importable(module: string): Offers {
    const { cursor } = this.scope;
    const use = cursor.path.at(-2);
    const name = module === '' ? writtenName(use, 1) : module;
    for (const member of this.scope.module(name)?.members.values() ?? []) {
      yield this.make.member(member, 'wanted', 'name');
    }
  }

  private *members(kinds: readonly MemberKind[], form: Form): Offers {
    const { own, cursor } = this.scope;
    for (const member of own?.members.values() ?? []) {
      if (kinds.includes(member.kind)) yield this.make.member(member, 'own', form);
    }
    // Definitions that do not parse are known only by their names.
    for (const each of this.scope.locals) {
      const kind = each.word as MemberKind | undefined;
      const isTyped = each.start === cursor.word?.start;
      if (kind === undefined || !kinds.includes(kind) || isTyped || own?.members.has(each.name)) {
        continue;
      }
      yield this.make.plain(each.name, 'local', 'own', { detail: kind });
    }
    for (const member of this.scope.visible()) {
      if (kinds.includes(member.kind)) yield this.make.member(member, 'imported', form);
    }
  }

  /** Offers members of all modules of the project. Items are made only for those that match and may be shown. */
  private *foreign(kinds: readonly MemberKind[], form: Form): Offers {
    const { foreignNames } = this.options;
    if (foreignNames === 'none') return;
    const matches = matcherOf(this.scope.cursor.typed);
    const visible = new Set<Member>(this.scope.visible());
    const found: Member[] = [];
    for (const module of this.scope.modules.all) {
      if (module === this.scope.own || module.form.kind === 'interface') continue;
      for (const member of module.members.values()) {
        if (kinds.includes(member.kind) && matches(member.name)) found.push(member);
      }
    }
    // In the order of the list, plus one item after the limit, which shows that there are more.
    const isCut = foreignNames === 'qualify' && found.length > maxItems + visible.size;
    const shown = isCut ? inOrder(found).slice(0, maxItems + visible.size + 1) : found;
    for (const member of shown) {
      if (visible.has(member)) continue;
      yield this.make.foreign(member, form, ({ module, name }) =>
        importEdits(this.scope, module, name),
      );
    }
  }

  private *capabilities(form: Form): Offers {
    yield* this.members(['defcap'], form);
    if (form === 'head' && this.scope.own === undefined) yield* this.foreign(['defcap'], form);
  }

  private *fields(context: Extract<Context, { kind: 'field' }>): Offers {
    for (const { name, type, schema } of fieldsFor(this.scope, context)) {
      const isKey = context.use !== 'name' && context.quote === 'none';
      yield this.make.plain(name, 'field', 'wanted', {
        detail: type === undefined ? schema : `${type} (${schema})`,
        insert: isKey ? `"${name}"` : name,
        filter: name,
      });
    }
  }

  private *texts(texts: Iterable<string>, quote: Quote): Offers {
    const { word } = this.scope.cursor;
    const tick = quote === 'some' && word?.text.startsWith("'") === true ? word.start : undefined;
    for (const text of texts) {
      if (tick === undefined) {
        const insert = quote === 'none' ? `"${text}"` : text;
        yield this.make.plain(text, 'text', 'wanted', { insert });
      } else {
        yield { ...this.make.plain(text, 'text', 'wanted'), ...afterTick(text, tick) };
      }
    }
  }

  private *governances(): Offers {
    yield* this.members(['defcap'], 'name');
    yield* this.keysets('none');
  }

  /** With their namespaces; and namespaces alone, for new names. */
  private keysets(quote: Quote): Offers {
    const { keysets, namespaces } = projectTexts(this.scope.view);
    return this.texts([...keysets, ...[...namespaces].map((name) => `${name}.`)], quote);
  }

  /** The documentation of the builtin lists its keys, each with a tick. */
  private *environmentKeys({
    builtin,
    quote,
  }: Extract<Context, { kind: 'environment-key' }>): Offers {
    const doc = this.scope.view.builtins.repl.named(builtin)?.doc ?? '';
    for (const [, key] of doc.matchAll(/'([a-z][a-z-]*)/g)) {
      if (key === undefined) continue;
      const insert = quote === 'none' ? `"${key}"` : key;
      yield this.make.plain(key, 'field', 'wanted', { insert });
    }
  }

  // ---- words of the language ----

  private *marks(): Offers {
    for (const each of definitionForms) {
      if (each.name.startsWith('@')) yield this.make.form(each, 'head', 'wanted');
    }
  }

  private *words(isWanted: (name: string) => boolean, isHead: boolean): Offers {
    for (const each of definitionForms) {
      if (isWanted(each.name)) yield this.make.form(each, isHead ? 'head' : 'call', 'wanted');
    }
  }

  private definitions(isHead: boolean): Offers {
    const words = this.scope.own?.form.kind === 'interface' ? interfaceWords : moduleWords;
    return this.words((name) => words.has(name), isHead);
  }

  private *topLevel(isHead: boolean): Offers {
    const names =
      this.scope.document.dialect === 'repl'
        ? ['module', 'interface', 'use', 'defun', 'defconst']
        : ['module', 'interface', 'use'];
    yield* this.words((name) => names.includes(name), isHead);
    yield* this.expressions({ kind: 'expression', isHead, call: undefined });
  }

  private *expressions({ isHead, call }: Extract<Context, { kind: 'expression' }>): Offers {
    const form: Form = isHead ? 'head' : 'name';
    for (const each of this.scope.locals) {
      if (each.kind !== 'definition') yield this.make.local(each);
    }
    if (call?.argument === 0 && keysetCalls.has(call.head)) yield* this.keysets('none');
    if (this.takesTable(call)) yield* this.tables();
    yield* this.members(isHead ? calls : values, form);
    yield* this.language(form, isHead);
    for (const module of this.scope.modules.all) yield this.make.module(module);
    yield* this.foreign(isHead ? calls : values, form);
  }

  private *language(form: Form, isHead: boolean): Offers {
    const { builtins } = this.scope.view;
    const inScript = this.scope.document.dialect === 'repl' && this.scope.own === undefined;
    for (const each of specialForms as readonly FormDescription[]) {
      if (/^[a-zA-Z]/.test(each.name)) yield this.make.form(each, isHead ? 'head' : 'call');
    }
    for (const each of builtins.core.all) yield this.make.builtin(each, form);
    for (const each of inScript ? builtins.repl.all : []) yield this.make.builtin(each, form);
    const former = inScript || builtins.admitsPact4 ? builtins.legacy.all : [];
    for (const each of former) yield this.make.builtin(each, form);
    if (!isHead)
      for (const name of ['true', 'false']) yield this.make.plain(name, 'keyword', 'language');
  }

  private takesTable(call: Extract<Context, { kind: 'expression' }>['call']): boolean {
    if (call === undefined) return false;
    const builtin = this.scope.view.builtins.core.named(call.head);
    return builtin?.overloads[0]?.params[call.argument]?.type === 'table';
  }

  private *tables(): Offers {
    for (const member of this.scope.own?.members.values() ?? []) {
      if (member.kind === 'deftable') yield this.make.member(member, 'wanted', 'name');
    }
    if (this.scope.own !== undefined) return;
    for (const module of this.scope.modules.all) {
      for (const member of module.members.values()) {
        if (member.kind !== 'deftable') continue;
        yield this.make.member(member, 'wanted', 'name', `${module.name}.${member.name}`);
      }
    }
  }
}

/** A symbol ends before a dot: names with a dot get quotes instead of the tick. */
function afterTick(text: string, tick: number): Partial<CompletionItem> {
  if (/^[^\s.:"'()[\]{},]+$/.test(text)) return {};
  return { insert: `${text}"`, edits: [{ start: tick, end: tick + 1, text: '"' }] };
}
