// Describes a module or interface for the index.

import type { TopLevel } from '../../../lang/session/analyse.ts';
import { placeOf } from '../check/place.ts';
import { writtenModule } from '../../../script/names/static-forms.ts';
import type { SeenForm } from '../check/seen-form.ts';
import { describeDefinition, modelOf, sorted, type Around } from './describe-definition.ts';
import { docOf } from '../../../script/pages/written-definition.ts';
import type { IndexedImport, IndexedModule } from './shape.ts';

export type ModuleForm = Extract<TopLevel, { readonly kind: 'module' | 'interface' }>;

/** A module as it was visited, before the whole project is known. */
export type MetModule = SeenForm & { readonly form: ModuleForm };

export const isModuleForm = (form: TopLevel): form is ModuleForm =>
  form.kind === 'module' || form.kind === 'interface';

export function fullNameOf({ form, namespace }: MetModule): string {
  return namespace === '' ? form.name.text : `${namespace}.${form.name.text}`;
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
}: Extract<ModuleForm, { kind: 'module' }>): NonNullable<IndexedModule['governance']> {
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
