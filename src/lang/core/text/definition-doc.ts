// Prints a definition in Core, for people: what the reference shows for a name at the top level.
// Source: the Pretty instances of Def and its kinds in pact/Pact/Core/IR/Term.hs, and of DefCapMeta in Capabilities.hs.

import { concat, hsep, line, nest, parens, text, vsep, type Doc } from '../../../base/doc.ts';
import { prettyType, prettyValue } from '../../values/text/pretty.ts';
import type { Def, DefCap, DefConst, DefPact, Step } from '../model/definition.ts';
import { stepTerms } from '../model/definition-terms.ts';
import { argDoc, termDoc, type NameBuiltin } from './term-doc.ts';

export function definitionDoc(def: Def, nameBuiltin: NameBuiltin): Doc {
  switch (def.kind) {
    case 'defun':
      return callableDoc('defun', def, termDoc(def.term, nameBuiltin));
    case 'defcap':
      return capabilityDoc(def, nameBuiltin);
    case 'defpact': {
      const steps = def.steps.map((step) => stepDoc(step, nameBuiltin));
      return callableDoc('defpact', def, vsep(steps));
    }
    case 'defconst':
      return parens(hsep(['defconst', argDoc(def.spec), constantDoc(def, nameBuiltin)]));
    case 'defschema': {
      const fields = [...def.fields].map(([field, type]) => concat(field, ':', prettyType(type)));
      return parens(hsep(['defschema', def.name, ...fields]));
    }
    case 'deftable':
      return parens(concat('deftable ', def.name, ':', def.schema.name.text));
  }
}

function callableDoc(
  word: string,
  { spec, params }: Pick<DefPact, 'spec' | 'params'>,
  body: Doc,
): Doc {
  const head = hsep([word, argDoc(spec), parens(hsep(params.map(argDoc)))]);
  return parens(concat(head, ' ', nest(2, concat(line, body))));
}

/** The reference writes `defun` for a capability with an annotation. */
function capabilityDoc(def: DefCap, nameBuiltin: NameBuiltin): Doc {
  const body = termDoc(def.term, nameBuiltin);
  if (def.meta.kind === 'unmanaged') return callableDoc('defcap', def, body);
  return callableDoc('defun', def, vsep([annotation(def.meta), body]));
}

function annotation(meta: Exclude<DefCap['meta'], { kind: 'unmanaged' }>): string {
  switch (meta.kind) {
    case 'event':
      return '@event';
    case 'auto-managed':
      return '@managed';
    case 'managed':
      return `@managed ${meta.param} ${meta.manager.name}`;
  }
}

function constantDoc({ value }: DefConst, nameBuiltin: NameBuiltin): Doc {
  return value.kind === 'term' ? termDoc(value.term, nameBuiltin) : prettyValue(value.value);
}

function stepDoc(step: Step, nameBuiltin: NameBuiltin): Doc {
  const isPlain = step.kind === 'step' || step.kind === 'entity-step';
  const word = text(isPlain ? 'step' : 'step-with-rollback');
  return parens(hsep([word, ...stepTerms(step).map((term) => termDoc(term, nameBuiltin))]));
}
