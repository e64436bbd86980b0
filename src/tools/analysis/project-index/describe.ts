// Describes a module or interface and its definitions for the index: as written, completed by the results of resolution and
// the typechecker.

import { compareText } from '../../../base/text.ts';
import {
  type CheckedModule,
  type Def,
  type Definition,
  defName,
  type InterfaceDef,
  referencesOf,
  type TopLevel,
  type TypeSignature,
  typeSignature,
  typeText,
  walkExpressions,
} from '../../../lang/session/analyse.ts';
import {
  docOf,
  nameIn,
  nameOf,
  type WrittenDefinition,
  writtenModule,
  type WrittenModule,
} from '../../../script/names/written-forms.ts';
import { placeOf } from '../check/diagnostics.ts';
import { expressionsOf } from '../workspace/symbols.ts';
import type { SeenForm } from '../check/sources.ts';
import type {
  IndexedCapability,
  IndexedDefinition,
  IndexedImport,
  IndexedModule,
  IndexedParameter,
  IndexedResult,
} from './shape.ts';

/** A module as it was visited, before the whole project is known. */
export type MetModule = SeenForm & { readonly form: WrittenModule };

export function fullNameOf({ form, namespace }: MetModule): string {
  return nameIn(namespace, form);
}

/** `isKnown`: whether the project has a module of that name. */
export function describeModule(met: MetModule, isKnown: (name: string) => boolean): IndexedModule {
  const { form, resolved, checked, namespace } = met;
  const name = fullNameOf(met);
  const fullName = (written: string): string => {
    const inside = `${namespace}.${written}`;
    return namespace !== '' && isKnown(inside) ? inside : written;
  };
  const around: Around = { module: name, defs: defsOf(resolved), checked, fullName, isKnown };
  const described = form.definitions.map((each) => describeDefinition(each, around));
  const definitions = described.map(({ definition }) => definition);
  const external = form.kind === 'module' ? form.external : form.imports;
  const imports = external.flatMap((each) =>
    each.kind === 'use' ? [importOf(each, fullName)] : [],
  );
  const implemented = external.flatMap((each) =>
    each.kind === 'implements' ? [fullName(writtenModule(each.module))] : [],
  );
  const dependencies = new Set([
    ...implemented,
    ...imports.map(({ module }) => module),
    ...described.flatMap(({ modules }) => [...modules]),
    ...definitions.flatMap(({ references }) => references.map(moduleOf)),
  ]);
  dependencies.delete(name);
  const doc = docOf(form);
  return {
    kind: form.kind,
    name,
    place: placeOf(form.span),
    ...(doc !== undefined && { doc }),
    ...(form.kind === 'module' && { governance: governanceOf(form) }),
    implements: implemented,
    imports,
    blessed: external.flatMap((each) => (each.kind === 'bless' ? [each.hash] : [])),
    model: modelOf(form.annotations),
    dependencies: sorted(dependencies),
    definitions,
  };
}

/** Returns `ns.m` of `ns.m.f`. */
const moduleOf = (member: string): string => member.slice(0, member.lastIndexOf('.'));

function defsOf(resolved: SeenForm['resolved']): Around['defs'] {
  if (resolved?.kind === 'module') return resolved.module.defs;
  return resolved?.kind === 'interface' ? resolved.interface.defs : [];
}

function governanceOf({
  governance: { kind, name },
}: Extract<WrittenModule, { kind: 'module' }>): NonNullable<IndexedModule['governance']> {
  return { kind: kind === 'keyset-governance' ? 'keyset' : 'capability', name };
}

function importOf(
  { module, imported, hash }: Extract<TopLevel, { kind: 'use' }>,
  fullName: Around['fullName'],
): IndexedImport {
  return {
    module: fullName(writtenModule(module)),
    ...(imported !== undefined && { names: imported.map(({ text }) => text) }),
    ...(hash !== undefined && { hash }),
  };
}

type Arg = Extract<Def, { readonly kind: 'defun' }>['spec'];
type WrittenArgument = Extract<Definition, { readonly kind: 'defun' }>['spec'];

/** The known data of the module around it. */
export type Around = {
  readonly module: string;
  /** `undefined` for a module that is invalid as a whole. */
  readonly defs: readonly (Def | InterfaceDef)[];
  readonly checked: CheckedModule | undefined;
  /** Returns a module's full name for its written name. */
  readonly fullName: (written: string) => string;
  /** Returns whether the project has a module of that full name. */
  readonly isKnown: (name: string) => boolean;
};

type Described = {
  readonly definition: IndexedDefinition;
  readonly modules: ReadonlySet<string>;
};

export function describeDefinition(written: WrittenDefinition, around: Around): Described {
  const name = nameOf(written);
  const def = around.defs.find((each) => defName(each) === name);
  const known = around.checked?.definitions.get(name);
  const references = referencesIn(written, def, around);
  const describing: Describing = {
    written,
    def,
    signature: known === undefined ? undefined : typeSignature(known),
    fullName: around.fullName,
  };
  const doc = docOf(written);
  const base = {
    name,
    place: placeOf(written.span),
    ...(doc !== undefined && { doc }),
    references: sorted(references.members),
  };
  return { definition: byKind(base, describing), modules: references.modules };
}

type Describing = {
  readonly written: WrittenDefinition;
  readonly def: Def | InterfaceDef | undefined;
  readonly signature: TypeSignature | undefined;
  readonly fullName: Around['fullName'];
};

type Base = Pick<IndexedDefinition, 'name' | 'place' | 'doc' | 'references'>;

function byKind(base: Base, describing: Describing): IndexedDefinition {
  const { written, def, signature } = describing;
  switch (written.kind) {
    case 'defun':
    case 'interface-defun':
      return { kind: 'defun', ...base, ...callable(written, describing) };
    case 'defcap':
    case 'interface-defcap': {
      const capability = capabilityOf(written.meta);
      return { kind: 'defcap', ...base, ...callable(written, describing), capability };
    }
    case 'defpact':
    case 'interface-defpact': {
      const steps = written.kind === 'defpact' ? written.steps : [];
      return {
        kind: 'defpact',
        ...base,
        ...callable(written, describing),
        steps: steps.map(({ kind, span }) => ({
          place: placeOf(span),
          rollback: kind === 'step-with-rollback',
        })),
      };
    }
    case 'defconst': {
      const spec = def?.kind === 'defconst' ? def.spec : undefined;
      const type = resultOf(written.spec, spec, signature?.result);
      const value = written.value.span.text;
      return { kind: 'defconst', ...base, ...(type !== undefined && { type }), value };
    }
    case 'defschema': {
      const types = def?.kind === 'defschema' ? def.fields : undefined;
      const fields = written.fields.map(({ name, type }) => {
        const known = types?.get(name);
        const text = known === undefined ? oneLine(type.span.text) : typeText(known);
        // A field without a type has the place of its name.
        return type.kind === 'any' ? { name } : { name, type: text };
      });
      return { kind: 'defschema', ...base, fields, model: modelOf(written.annotations) };
    }
    case 'deftable': {
      const full = def?.kind === 'deftable' ? def.schema.name.text : undefined;
      return { kind: 'deftable', ...base, schema: full ?? oneLine(written.schema.span.text) };
    }
  }
}

type WrittenCallable = Extract<WrittenDefinition, { readonly parameters: unknown }>;

function callable(written: WrittenCallable, { def, signature }: Describing) {
  const resolved = def === undefined || !isCallable(def) ? undefined : def;
  const parameters = written.parameters.map((parameter, i) =>
    parameterOf(parameter, resolved?.params[i], signature?.parameters[i]),
  );
  // The checker reports that a capability returns its token, whose type is never written.
  const isCap = written.kind === 'defcap' || written.kind === 'interface-defcap';
  const result = resultOf(written.spec, resolved?.spec, isCap ? undefined : signature?.result);
  return {
    parameters,
    ...(result !== undefined && { result }),
    constraints: signature?.constraints ?? [],
    model: modelOf(written.annotations),
  };
}

type Plain = Extract<Def, { readonly kind: 'defconst' | 'defschema' | 'deftable' }>;

function isCallable(def: Def | InterfaceDef): def is Exclude<Def | InterfaceDef, Plain> {
  return def.kind !== 'defconst' && def.kind !== 'defschema' && def.kind !== 'deftable';
}

function parameterOf(
  written: WrittenArgument,
  resolved: Arg | undefined,
  inferred: string | undefined,
): IndexedParameter {
  return { name: written.name, ...resultOf(written, resolved, inferred) };
}

/** Returns the written type, with full names if they are known, otherwise the inferred one. */
function resultOf(
  written: WrittenArgument,
  resolved: Arg | undefined,
  inferred: string | undefined,
): IndexedResult | undefined {
  if (resolved?.type !== undefined) return { type: typeText(resolved.type) };
  if (written.type !== undefined) return { type: oneLine(written.type.span.text) };
  return inferred === undefined || inferred === '*'
    ? undefined
    : { type: inferred, inferred: true };
}

type Meta = Extract<WrittenDefinition, { readonly kind: 'defcap' }>['meta'];

function capabilityOf(meta: Meta): IndexedCapability {
  if (meta === undefined) return { kind: 'plain' };
  if (meta.kind !== 'managed') return { kind: meta.kind };
  return { kind: 'managed', parameter: meta.parameter.text, manager: meta.manager.span.text };
}

/** Unresolved names are listed as written. */
function referencesIn(
  written: WrittenDefinition,
  def: Def | InterfaceDef | undefined,
  { module, fullName, isKnown }: Around,
): { readonly members: ReadonlySet<string>; readonly modules: ReadonlySet<string> } {
  const found = def === undefined ? undefined : referencesOf(def, module);
  const members = new Set(found?.members);
  const modules = new Set(found?.modules);
  walkExpressions(expressionsOf(written), (expression) => {
    if (expression.kind !== 'variable' || expression.name.kind !== 'qualified') return;
    const { name, module: of } = expression.name;
    const outer = fullName(writtenModule(of));
    const full = `${outer}.${name}`;
    // ns.m, as a value, looks like a member m of a module ns.
    if (!isKnown(outer) && isKnown(full)) modules.add(full);
    else if (![...members].some((each) => each === full || each.endsWith(`.${full}`))) {
      members.add(full);
    }
  });
  return { members, modules };
}

type Annotations = Extract<WrittenDefinition, { readonly annotations: unknown }>['annotations'];

function modelOf(annotations: Annotations): readonly string[] {
  return annotations.flatMap((annotation) =>
    annotation.kind === 'model' ? annotation.properties.map(({ span }) => span.text) : [],
  );
}

export const sorted = (texts: Iterable<string>): readonly string[] =>
  [...new Set(texts)].sort(compareText);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
