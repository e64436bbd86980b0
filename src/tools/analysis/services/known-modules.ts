// The modules of a project and their members, as written: completion, signatures and quick fixes work even if a module
// has errors.

import { lazily, onceFor } from '../../../base/deferred.ts';
import type { Source } from '../../../base/span.ts';
import type { Argument, TopLevel } from '../../../lang/session/analyse.ts';
import type { BuiltinSets, Dialect } from '../../../script/builtins.ts';
import {
  docOf,
  modulesWithNames,
  nameOf,
  type WrittenDefinition,
  writtenModule,
  type WrittenModule,
} from '../../../script/names/written-forms.ts';
import { modulesOfEveryChain, placeOnEveryChain } from '../workspace/document.ts';
import { parametersOf } from '../workspace/symbols.ts';

export type KnownModule = {
  /** The name with its namespace. */
  readonly name: string;
  readonly path: string;
  readonly form: WrittenModule;
  readonly members: ReadonlyMap<string, Member>;
};

export type MemberKind = 'defun' | 'defcap' | 'defpact' | 'defconst' | 'defschema' | 'deftable';

export type Member = {
  readonly name: string;
  readonly kind: MemberKind;
  /** The namespace of the module; empty at the top level of a script. */
  readonly module: string;
  readonly written: WrittenDefinition;
  readonly parameters: readonly Argument[];
};

export const modulesIn = onceFor(({ path, forms }: WrittenDocument): readonly KnownModule[] =>
  modulesWithNames(forms).map(([name, form]) => moduleOf(name, path, form)),
);

function moduleOf(name: string, path: string, form: WrittenModule): KnownModule {
  const members = lazily(
    () => new Map(form.definitions.map((each) => [nameOf(each), memberOf(name, each)])),
  );
  return {
    name,
    path,
    form,
    get members() {
      return members();
    },
  };
}

export function memberOf(module: string, written: WrittenDefinition): Member {
  const kind = written.kind.replace('interface-', '') as MemberKind;
  const parameters = parametersOf(written);
  return { name: nameOf(written), kind, module, written, parameters };
}

/** The contracts of every chain, for projects that do not contain them. */
const chainModules = lazily(() =>
  modulesOfEveryChain.flatMap((name) => {
    const place = placeOnEveryChain(name);
    return place === undefined ? [] : [moduleOf(name, place.file.path, place.form)];
  }),
);

/** An editor requests the modules for every call that it shows. */
const modulesOfView = onceFor((view: WritingView) =>
  onceFor((document: WrittenDocument) => new KnownModules(view, document)),
);

export const knownModules = (view: WritingView, document: WrittenDocument): KnownModules =>
  modulesOfView(view)(document);

/** The modules of the project by full name; those of `document` take precedence. */
class KnownModules {
  private readonly byName = new Map<string, KnownModule>();

  constructor(view: WritingView, document: WrittenDocument) {
    const add = (each: WrittenDocument): void => {
      for (const module of modulesIn(each)) {
        if (!this.byName.has(module.name)) this.byName.set(module.name, module);
      }
    };
    add(document);
    for (const each of documentsOf(view)) add(each);
    for (const each of chainModules()) {
      if (!this.byName.has(each.name)) this.byName.set(each.name, each);
    }
  }

  get all(): Iterable<KnownModule> {
    return this.byName.values();
  }

  /** `from`: the module whose namespace is searched as well. */
  named(name: string, from?: KnownModule): KnownModule | undefined {
    const inside = from === undefined ? '' : namespaceOf(from.name);
    const near = inside === '' ? undefined : this.byName.get(`${inside}.${name}`);
    return near ?? this.byName.get(name);
  }
}

const namespaceOf = (module: string): string =>
  module.slice(0, Math.max(0, module.lastIndexOf('.')));

export type { KnownModules };

/** The imports of a form, in order. */
export type Imported = {
  readonly module: string;
  /** `undefined`: everything, because there is no list. */
  readonly names: readonly string[] | undefined;
};

/** Returns the imports in effect at a place: those of the module around it, and of the script before it. */
export function importsAt({ forms }: WrittenDocument, offset: number): readonly Imported[] {
  return forms.flatMap((form) => {
    if (form.kind === 'use') return form.span.end <= offset ? [importOf(form)] : [];
    if (form.span.start > offset || form.span.end < offset) return [];
    return importsOf(form);
  });
}

type Use = Extract<TopLevel, { readonly kind: 'use' }>;

function importsOf(form: TopLevel): readonly Imported[] {
  if (form.kind === 'module') {
    return form.external.flatMap((each) => (each.kind === 'use' ? [importOf(each)] : []));
  }
  return form.kind === 'interface' ? form.imports.map(importOf) : [];
}

const importOf = ({ module, imported }: Use): Imported => ({
  module: writtenModule(module),
  names: imported?.map(({ text }) => text),
});

/** Returns `transfer:string (sender:string amount:decimal)`, with one blank between words. */
export function memberSignature({ name, written }: Member): string {
  switch (written.kind) {
    case 'defconst':
      return typed(written.spec);
    case 'defschema': {
      const fields = written.fields.map((field) =>
        typed({ ...field, type: field.type.kind === 'any' ? undefined : field.type }),
      );
      return [name, ...fields].join(' ');
    }
    case 'deftable':
      return `${name}:{${written.schema.span.text.replace(/\s+/g, '')}}`;
    default: {
      const mark = metaText(written);
      const parameters = written.parameters.map(typed).join(' ');
      return `${typed(written.spec)} (${parameters})${mark}`;
    }
  }
}

function metaText(written: WrittenDefinition): string {
  const meta = capabilityMetaOf(written);
  if (meta === undefined) return '';
  return meta.kind === 'event' ? ' @event' : ' @managed';
}

type CapabilityMeta = Extract<WrittenDefinition, { readonly kind: 'defcap' }>['meta'];

export const capabilityMetaOf = (written: WrittenDefinition): CapabilityMeta =>
  written.kind === 'defcap' || written.kind === 'interface-defcap' ? written.meta : undefined;

/** Returns `name:type`, as written. */
export function typed({ name, type }: Pick<Argument, 'name' | 'type'>): string {
  return type === undefined ? name : `${name}:${type.span.text.replace(/\s+/g, '')}`;
}

export const documentationOf = ({ written }: Member): string | undefined => docOf(written);

// The data for services that help while writing: the documents of a project as currently written, and the builtins.

export type WrittenDocument = {
  readonly path: string;
  readonly dialect: Dialect;
  readonly source: Source;
  /** The forms without syntax errors. */
  readonly forms: readonly TopLevel[];
};

/** A snapshot of a workspace implements this. */
export type WritingView = {
  readonly builtins: BuiltinSets;
  /** Returns `undefined` for a file that cannot be read. */
  document(path: string): WrittenDocument | undefined;
  /** The sources of the project. */
  files(): readonly string[];
};

export function* documentsOf(view: WritingView): Generator<WrittenDocument> {
  for (const path of view.files()) {
    const document = view.document(path);
    if (document !== undefined) yield document;
  }
}
