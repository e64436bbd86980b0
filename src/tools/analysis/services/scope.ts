// The meaning of names at a place, from the text alone: variables of the forms around it, members of its module, of
// imported modules and of others. Works even if the text does not parse.

import { lazily, onceFor } from '../../../base/deferred.ts';
import type { TextEdit, TopLevel } from '../../../lang/session/analyse.ts';
import type { Cursor } from '../../../script/brackets/cursor.ts';
import {
  headOf,
  isGroup,
  isModuleHead,
  isWord,
  type Item,
} from '../../../script/brackets/read-brackets.ts';
import { type LocalBinding, localBindings } from '../../../script/names/local-names.ts';
import { writtenModule } from '../../../script/names/written-forms.ts';
import {
  type Imported,
  importsAt,
  type KnownModule,
  knownModules,
  type KnownModules,
  type Member,
  memberOf,
  modulesIn,
  type WritingView,
  type WrittenDocument,
} from './known-modules.ts';

/** The written type of a field, if it has one. */
export type SchemaField = { readonly name: string; readonly type: string | undefined };

export class Scope {
  readonly view: WritingView;
  readonly document: WrittenDocument;
  readonly cursor: Cursor;
  readonly modules: KnownModules;
  /** The module that contains the place. */
  readonly own: KnownModule | undefined;
  private readonly imports: () => readonly Imported[];
  /** Inner ones first. */
  private readonly variables: () => readonly LocalBinding[];
  private readonly bindings: () => readonly LocalBinding[];

  constructor(view: WritingView, document: WrittenDocument, cursor: Cursor) {
    this.view = view;
    this.document = document;
    this.cursor = cursor;
    this.modules = knownModules(view, document);
    this.own = ownModule(document, cursor);
    // An editor requests the scope of every call that it shows, and most calls are of builtins.
    this.imports = lazily(() => importsAt(document, cursor.offset));
    this.variables = lazily(() => {
      const inner = cursor.path.filter((group) => !isModuleHead(headOf(group)));
      return [...localBindings(document.source, inner)].reverse();
    });
    this.bindings = lazily(() =>
      firstOfEach([...localBindings(document.source, cursor.path)].reverse()),
    );
  }

  /** Inner variables first, then the definitions of the module; each name once. */
  get locals(): readonly LocalBinding[] {
    return this.bindings();
  }

  local(name: string): LocalBinding | undefined {
    return this.variables().find((each) => each.name === name);
  }

  module(name: string): KnownModule | undefined {
    return this.modules.named(name, this.own);
  }

  /** Looks up an unqualified or a qualified name. */
  member(name: string): Member | undefined {
    const dot = name.lastIndexOf('.');
    if (dot >= 0) return this.module(name.slice(0, dot))?.members.get(name.slice(dot + 1));
    return this.own?.members.get(name) ?? this.visible().find((each) => each.name === name);
  }

  /** Members with an unqualified name here, besides those of the module itself. */
  visible(): readonly Member[] {
    const imported = this.imports().flatMap(({ module, names }) => {
      const members = [...(this.module(module)?.members.values() ?? [])];
      return names === undefined ? members : members.filter(({ name }) => names.includes(name));
    });
    if (this.document.dialect === 'pact' || this.own !== undefined) return imported;
    return [...topLevelMembers(this.document), ...imported];
  }

  /** Returns the fields of a schema by its written name; nothing if it is unknown. */
  fieldsOf(schema: string): readonly SchemaField[] | undefined {
    const written = this.member(schema)?.written;
    if (written?.kind !== 'defschema') return undefined;
    return written.fields.map(({ name, type }) => ({
      name,
      type: type.kind === 'any' ? undefined : type.span.text,
    }));
  }

  /** Returns the schema of the rows of a table. */
  schemaOfTable(table: Item | undefined): string | undefined {
    if (!isWord(table)) return undefined;
    const written = this.member(table.text)?.written;
    if (written?.kind === 'deftable') return written.schema.span.text;
    return schemaIn(this.local(table.text)?.type);
  }

  /** Returns the schema of the object that an expression returns, if the text shows it. */
  schemaOfObject(item: Item | undefined, depth = 0): string | undefined {
    if (depth > maxDepth) return undefined;
    if (isWord(item)) {
      const local = this.local(item.text);
      return schemaIn(local?.type) ?? this.schemaOfObject(local?.value, depth + 1);
    }
    const head = isGroup(item, '(') ? headOf(item) : undefined;
    if (item === undefined || head === undefined) return undefined;
    if (head === 'read') return this.schemaOfTable(item.items[1]);
    const written = this.member(head)?.written;
    return written?.kind === 'defun' ? schemaIn(written.spec.type?.span.text) : undefined;
  }
}

/** A variable may be bound to another variable, and so on. */
const maxDepth = 20;

/** Returns the type argument of `object{row}`. */
export const schemaIn = (type: string | undefined): string | undefined =>
  /^(?:object|table)?\s*\{\s*([^\s}]+)\s*\}$/.exec(type ?? '')?.[1];

function ownModule(document: WrittenDocument, { path }: Cursor): KnownModule | undefined {
  const [outer] = path;
  const name = outer?.items[1];
  if (!isModuleHead(headOf(outer)) || !isWord(name)) return undefined;
  const modules = modulesIn(document).filter(({ form }) => form.name.text === name.text);
  return modules.find(({ form }) => form.span.start === outer?.open?.start) ?? modules[0];
}

/** Returns the definitions of a script, and of the modules in it. */
const topLevelMembers = onceFor((document: WrittenDocument): readonly Member[] => {
  const own = document.forms.flatMap((form) =>
    form.kind === 'defun' || form.kind === 'defconst' ? [memberOf('', form)] : [],
  );
  return [...own, ...modulesIn(document).flatMap((each) => [...each.members.values()])];
});

function firstOfEach(bindings: readonly LocalBinding[]): readonly LocalBinding[] {
  const seen = new Set<string>();
  return bindings.filter(({ name }) => {
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

// Adds a name to the imports of a module or script: to an existing `use` of its module, otherwise to a new one.

type Use = Extract<TopLevel, { readonly kind: 'use' }>;

/** Returns nothing if no `use` can be written here: outside of modules, only scripts have them. */
export function importEdits(
  { own, document, cursor }: Pick<Scope, 'own' | 'document' | 'cursor'>,
  module: string,
  name: string,
): readonly TextEdit[] | undefined {
  const uses = own === undefined ? scriptUses(document.forms, cursor.offset) : usesOf(own.form);
  const use = uses.find((each) => writtenModule(each.module) === module);
  if (use !== undefined) return extended(use, name);
  const text = `(use ${module} [${name}])`;
  if (own !== undefined) {
    const first = [...usesOf(own.form), ...own.form.definitions].sort(
      (left, right) => left.span.start - right.span.start,
    )[0];
    if (first === undefined) return undefined;
    const { start, startPosition } = first.span;
    const line = document.source.lineAt(startPosition.line);
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    return [{ start, end: start, text: `${text}\n${indent}` }];
  }
  if (document.dialect === 'pact') return undefined;
  const around = document.forms.find(
    ({ span }) => span.start <= cursor.offset && cursor.offset <= span.end,
  );
  const start = around?.span.start ?? cursor.path[0]?.open?.start;
  return start === undefined ? undefined : [{ start, end: start, text: `${text}\n` }];
}

function extended({ imported, span }: Use, name: string): readonly TextEdit[] {
  if (imported === undefined || imported.some(({ text }) => text === name)) return [];
  const end = span.start + span.text.lastIndexOf(']');
  const blank = imported.length === 0 ? '' : ' ';
  return [{ start: end, end, text: `${blank}${name}` }];
}

export function usesOf(form: TopLevel): readonly Use[] {
  if (form.kind === 'module') return form.external.filter((each) => each.kind === 'use');
  return form.kind === 'interface' ? form.imports : [];
}

const scriptUses = (forms: readonly TopLevel[], offset: number): readonly Use[] =>
  forms.flatMap((form) => (form.kind === 'use' && form.span.end <= offset ? [form] : []));
