// Prints Core terms as documents, for people: special forms by their words, locals with their index, members of modules
// with the module's hash. Built without recursion, since terms can be nested deeper than the JavaScript stack.
// Source: the Pretty instances in pact/Pact/Core/IR/Term.hs (Term), Builtin.hs (BuiltinForm) and Names.hs (Name, Arg).

import { assert } from '../../../base/assert.ts';
import {
  align,
  braces,
  concat,
  hsep,
  line,
  list,
  nest,
  parens,
  punctuate,
  quoted,
  text,
  vsep,
  type Doc,
} from '../../../base/doc.ts';
import { prettyDecimalText, prettyType, prettyValue } from '../../values/text/pretty.ts';
import { Decimal } from '../../values/value.ts';
import type { Arg, Literal, Name, Term } from '../model/term.ts';
import { forEachTermUpwards, partsOf } from '../model/term-walk.ts';
import {
  type Def,
  type DefCap,
  type DefConst,
  type DefPact,
  type Step,
  stepTerms,
} from '../model/definition.ts';

/** Returns the name that users write for the internal name of a builtin. */
type NameBuiltin = (internal: string) => string;

/** `let` and sequences are nested to the right, and each chain is printed as one bracket: innermost first until then. */
type Printed =
  | Doc
  | { readonly kind: 'let-chain'; readonly bindings: Doc[]; readonly body: Doc }
  | { readonly kind: 'sequence-chain'; readonly terms: Doc[] };

export function termDoc(root: Term, nameBuiltin: NameBuiltin): Doc {
  const done: Printed[] = [];
  forEachTermUpwards(root, (term) => {
    const parts = done.splice(done.length - partsOf(term).length);
    done.push(printed(term, parts, nameBuiltin));
  });
  const [whole] = done;
  assert(whole !== undefined && done.length === 1, 'one term remains');
  return closed(whole);
}

function argDoc({ name, type }: Arg): Doc {
  return type === undefined ? text(name) : concat(name, ':', prettyType(type));
}

/** `parts`: those of the term, printed. */
function printed(term: Term, parts: readonly Printed[], nameBuiltin: NameBuiltin): Printed {
  switch (term.kind) {
    case 'var':
      return text(nameText(term.name));
    case 'builtin':
      return text(nameBuiltin(term.name));
    case 'literal':
      return literalDoc(term.literal);
    case 'inline':
      return prettyValue(term.value);
    case 'let':
      return letChain(term.arg, parts);
    case 'sequence':
      return sequenceChain(parts);
    default:
      return bracketDoc(term, parts.map(closed));
  }
}

type Bracketed = Extract<Term, { kind: 'lambda' | 'app' | 'form' | 'nullary' | 'list' | 'object' }>;

function bracketDoc(term: Bracketed, parts: readonly Doc[]): Doc {
  const [first = text('')] = parts;
  switch (term.kind) {
    case 'lambda':
      return parens(hsep(['lambda', parens(hsep(term.params.map(argDoc))), first]));
    case 'nullary':
      return parens(hsep(['suspend', first]));
    case 'app':
      return parens(hsep(parts));
    case 'form':
      return formDoc(term.form, parts);
    case 'list':
      return list(parts);
    case 'object': {
      const fields = term.fields.map(([field], i) => concat(quoted(field), ':', parts[i] ?? ''));
      return braces(hsep(punctuate(',', fields)));
    }
  }
}

function formDoc(form: string, parts: readonly Doc[]): Doc {
  const [first = text(''), second = text('')] = parts;
  if (form !== 'with-capability') return parens(hsep([form, ...parts]));
  return parens(hsep([form, first, nest(2, concat(line, second))]));
}

function letChain(arg: Arg, [value, body]: readonly Printed[]): Printed {
  assert(value !== undefined && body !== undefined, 'a let has a value and a body');
  const binding = parens(hsep([argDoc(arg), closed(value)]));
  if (body.kind !== 'let-chain') {
    return { kind: 'let-chain', bindings: [binding], body: closed(body) };
  }
  body.bindings.push(binding);
  return body;
}

function sequenceChain([first, second]: readonly Printed[]): Printed {
  assert(first !== undefined && second !== undefined, 'a sequence has two terms');
  if (second.kind !== 'sequence-chain') {
    return { kind: 'sequence-chain', terms: [closed(second), closed(first)] };
  }
  second.terms.push(closed(first));
  return second;
}

function closed(printed: Printed): Doc {
  switch (printed.kind) {
    case 'let-chain': {
      const bindings = align(vsep(printed.bindings.reverse()));
      const body = nest(2, concat(line, printed.body));
      return parens(concat('let ', parens(bindings), body));
    }
    case 'sequence-chain':
      return parens(concat('do ', nest(2, concat(line, vsep(printed.terms.reverse())))));
    default:
      return printed;
  }
}

function nameText(name: Name): string {
  switch (name.kind) {
    case 'local':
      return `${name.text}<${name.index}>`;
    case 'top':
      return `${name.module.text}.${name.text}.{${name.hash}}`;
    case 'modref':
      return name.module.text;
    case 'dynamic':
      return `${name.text}::${name.member}`;
  }
}

function literalDoc(literal: Literal): Doc {
  switch (literal.kind) {
    case 'string':
      return quoted(literal.value);
    case 'integer':
      return text(literal.value.toString());
    case 'decimal':
      return text(prettyDecimalText(new Decimal(literal.mantissa, literal.places)));
    case 'unit':
      return text('()');
    case 'bool':
      return text(String(literal.value));
  }
}

// Prints a definition in Core, for people: what the reference shows for a name at the top level.
// Source: the Pretty instances of Def and its kinds in pact/Pact/Core/IR/Term.hs, and of DefCapMeta in Capabilities.hs.

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
