// Prints Core as short text for tests: one bracket per node, indices after `#`, builtins after a quote, forms after `%`.

import type {
  Def,
  DefCapMeta,
  InterfaceDef,
  Interface,
  Module,
  Step,
} from '../../src/lang/core/model/definition.ts';
import type { Arg, Literal, Name, Term } from '../../src/lang/core/model/term.ts';
import { interfacePlaceholder, modulePlaceholder } from '../../src/lang/values/encoding/hash.ts';
import type { FullyQualifiedName } from '../../src/lang/values/names.ts';
import type { Type } from '../../src/lang/values/type.ts';
import type { PactValue } from '../../src/lang/values/value.ts';

export function termText(term: Term): string {
  switch (term.kind) {
    case 'var':
      return nameText(term.name);
    case 'lambda':
      return `(lambda (${term.params.map(argText).join(' ')}) ${termText(term.body)})`;
    case 'let':
      return `(let ${argText(term.arg)} ${termText(term.value)} ${termText(term.body)})`;
    case 'app':
      return bracket(term.fun, ...term.args);
    case 'form':
      return `(%${[term.form, ...term.terms.map(termText)].join(' ')})`;
    case 'builtin':
      return `'${term.name}`;
    case 'literal':
      return literalText(term.literal);
    case 'sequence':
      return `(seq ${termText(term.first)} ${termText(term.second)})`;
    case 'nullary':
      return `(nullary ${termText(term.body)})`;
    case 'list':
      return `[${term.items.map(termText).join(' ')}]`;
    case 'object':
      return `{${term.fields.map(([field, value]) => `${field}: ${termText(value)}`).join(', ')}}`;
    case 'inline':
      return `(inline ${valueText(term.value)})`;
  }
}

/** Returns every node, outer before inner, with the source text of its span. */
export function nodeSpans(term: Term): string[] {
  const own = `${term.kind}: ${term.span.text}`;
  const args = term.kind === 'lambda' ? term.params : term.kind === 'let' ? [term.arg] : [];
  return [
    own,
    ...args.map((arg) => `arg ${arg.name}: ${arg.span.text}`),
    ...childrenOf(term).flatMap(nodeSpans),
  ];
}

export function defText(def: Def | InterfaceDef): string {
  switch (def.kind) {
    case 'defun':
      return `(defun ${signature(def)} ${termText(def.term)})`;
    case 'defconst': {
      const { value } = def;
      return `(defconst ${argText(def.spec)} ${value.kind === 'term' ? termText(value.term) : valueText(value.value)})`;
    }
    case 'defcap':
      return `(defcap ${signature(def)}${metaText(def.meta, referenceText)} ${termText(def.term)})`;
    case 'defschema': {
      const fields = [...def.fields].map(([field, type]) => `${field}:${typeText(type)}`);
      return `(defschema ${[def.name, ...fields].join(' ')})`;
    }
    case 'deftable':
      return `(deftable ${def.name}:{${def.schema.name.text}})`;
    case 'defpact':
      return `(defpact ${signature(def)} ${def.steps.map(stepText).join(' ')})`;
    case 'interface-defun':
    case 'interface-defpact':
      return `(${def.kind} ${signature(def)})`;
    case 'interface-defcap':
      return `(interface-defcap ${signature(def)}${metaText(def.meta, (text) => text)})`;
  }
}

export function moduleText(module: Module | Interface): string[] {
  return module.defs.map(defText);
}

export function typeText(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'list':
      return `[${typeText(type.element)}]`;
    case 'modref':
      return `module{${type.interfaces.map((name) => name.text).join(',')}}`;
    case 'object':
    case 'table':
      return `${type.kind}{${type.schema.name.text}}`;
    case 'any-list':
      return 'list';
    case 'any-object':
      return 'object';
    case 'captoken':
    case 'any':
      return type.kind;
  }
}

function nameText(name: Name): string {
  switch (name.kind) {
    case 'local':
      return `${name.text}#${name.index}`;
    case 'top':
      return `${name.module.text}.${name.text}${hashText(name.hash)}`;
    case 'modref':
      return `@${name.module.text}{${name.interfaces.map((each) => each.text).join(',')}}`;
    case 'dynamic':
      return `${name.text}#${name.index}::${name.member}`;
  }
}

function referenceText(name: FullyQualifiedName): string {
  return `${name.qualified}${hashText(name.hash)}`;
}

/** Returns an empty string for the module being compiled. */
function hashText(hash: string): string {
  return hash === modulePlaceholder || hash === interfacePlaceholder ? '' : `@${hash}`;
}

function argText({ name, type }: Arg): string {
  return type === undefined ? name : `${name}:${typeText(type)}`;
}

function signature(def: { readonly spec: Arg; readonly params: readonly Arg[] }): string {
  return `${argText(def.spec)} (${def.params.map(argText).join(' ')})`;
}

function metaText<M>(meta: DefCapMeta<M>, show: (manager: M) => string): string {
  if (meta.kind === 'unmanaged') return '';
  if (meta.kind !== 'managed') return ` @${meta.kind}`;
  return ` @managed ${meta.paramIndex} ${meta.param} ${show(meta.manager)}`;
}

function stepText(step: Step): string {
  const parts = [step.body];
  if (step.kind === 'step-with-rollback') parts.push(step.rollback);
  return `(${[step.kind, ...parts.map(termText)].join(' ')})`;
}

function literalText(literal: Literal): string {
  switch (literal.kind) {
    case 'string':
      return JSON.stringify(literal.value);
    case 'integer':
    case 'bool':
      return String(literal.value);
    case 'decimal':
      return `${literal.mantissa}e-${literal.places}`;
    case 'unit':
      return '()';
  }
}

function valueText(value: PactValue): string {
  return typeof value === 'object' ? value.kind : String(value);
}

const bracket = (...terms: readonly Term[]): string => `(${terms.map(termText).join(' ')})`;

function childrenOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'lambda':
    case 'nullary':
      return [term.body];
    case 'let':
      return [term.value, term.body];
    case 'app':
      return [term.fun, ...term.args];
    case 'form':
      return term.terms;
    case 'sequence':
      return [term.first, term.second];
    case 'list':
      return term.items;
    case 'object':
      return term.fields.map(([, value]) => value);
    case 'var':
    case 'builtin':
    case 'literal':
    case 'inline':
      return [];
  }
}
