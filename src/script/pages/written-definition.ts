// Name and documentation of a definition as written.

import type { TopLevel } from '../../lang/session/analyse.ts';

export type WrittenModule = Extract<TopLevel, { readonly kind: 'module' | 'interface' }>;
export type WrittenDefinition = WrittenModule['definitions'][number];

export function nameOf(written: WrittenDefinition): string {
  if (written.kind === 'defschema' || written.kind === 'deftable') return written.name.text;
  return written.spec.name;
}

export function docOf(written: WrittenDefinition | WrittenModule): string | undefined {
  if (written.kind === 'defconst' || written.kind === 'deftable') return written.doc?.text;
  return written.annotations.find((annotation) => annotation.kind === 'doc')?.text;
}
