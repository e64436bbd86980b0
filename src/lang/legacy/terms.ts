// Translates terms stored by Pact 4 to Core. `depth` is the number of binders around a term, as the
// reference counts them during translation.
// Source: Serialise/LegacyPact.hs (fromLegacyTerm, objBindingToLet).

import { noSpan } from '../../base/span.ts';
import { jsonFields, jsonText, decodeModuleName } from '../values/encoding/json-access.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { parseFullyQualifiedName, parseHash } from '../values/text/names-parse.ts';
import { sortedFields, TimeValue, type PactValue } from '../values/value.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { Def } from '../core/model/definition.ts';
import type { Arg, Name } from '../core/model/term.ts';
import { refuse } from './fault.ts';
import {
  application,
  argument,
  formOf,
  lambdaOf,
  looseLocal,
  looseVariable,
  sequenceOf,
  type LooseTerm,
} from './loose-term.ts';
import { applied, legacyBuiltin } from './builtins.ts';
import {
  bodyOf,
  definitionBehind,
  field,
  items,
  kindOf,
  textOf,
  unlifted,
  variableOf,
  type Node,
} from './node.ts';
import type { Translation } from './translation.ts';
import { legacyTable, legacyType } from './types.ts';
import { legacyGuard, legacyLiteral, legacyModRef, legacyValue } from './values.ts';

const span = noSpan;

/** The same for all terms of a definition. */
export type TermContext = {
  readonly translation: Translation;
  /** The hash of the module, or of the definition that is inlined around the term. */
  readonly hash: Hash;
  /** Definitions contain terms and terms contain definitions, so one of the two is passed in. */
  readonly define: (node: Node, depth: number, place: TermContext) => Def;
};

export function translateTerm(written: Node, depth: number, place: TermContext): LooseTerm {
  const node = unlifted(written);
  const below = (each: Node, more = 0): LooseTerm => translateTerm(each, depth + more, place);
  switch (kindOf(node)) {
    case 'var':
      return translateVariable(node, depth, place);
    case 'app':
      return translateApplication(node, depth, place);
    case 'lambda':
      return translateLambda(node, depth, place);
    case 'list':
      return { kind: 'list', items: items(field(node, 'list')).map((each) => below(each)), span };
    case 'const':
      return below(evaluatedConstant(field(node, 'val')));
    case 'guard':
      return inline(guardIn(node, depth, place));
    case 'binding':
      return translateBinding(node, depth, place);
    case 'object': {
      const { binder } = node;
      const fields = jsonFields(field(node, 'obj').json) ?? refuse('an object has no fields');
      const translated = [...sortedFields(fields)].map(
        ([name, json]) => [name, below({ json, binder })] as const,
      );
      return { kind: 'object', fields: translated, span };
    }
    case 'literal':
      return translateLiteral(node);
    case 'table':
      return translateTableUse(node, place);
    case 'def':
      return translateDefinitionUse(node, depth, place);
    case 'dynamic':
      return translateDynamic(node, depth, place);
    case 'schema':
      return schemaAsTerm(textOf(field(node, 'name')));
    case 'modref': {
      const fields = jsonFields(node.json);
      return inline((fields && legacyModRef(fields)) ?? refuse('not a module reference'));
    }
    case 'step':
      return refuse('a step is outside a defpact');
  }
}

/** Translates the body of a scope with these parameters: a sequence of expressions. */
export function translateBody(
  scope: Node,
  names: readonly string[],
  depth: number,
  place: TermContext,
): LooseTerm {
  const inner = depth + names.length;
  const body = bodyOf(scope, names, inner);
  if (kindOf(body) !== 'list') return refuse('a body is not a list');
  const terms = items(field(body, 'list')).map((each) => translateTerm(each, inner, place));
  return sequenceOf(terms) ?? refuse('a body is empty');
}

export function translateArgument(arg: Node): Arg {
  return argument(textOf(field(arg, 'name')), legacyType(field(arg, 'type')));
}

/** Returns the value of an evaluated constant. */
export function evaluatedConstant(value: Node): Node {
  const evaluated = field(value, 'eval');
  return evaluated.json === undefined ? refuse('a constant was not evaluated') : evaluated;
}

function inline(value: PactValue): LooseTerm {
  return { kind: 'inline', value, span };
}

function translateVariable(node: Node, depth: number, place: TermContext): LooseTerm {
  const variable = variableOf(node);
  switch (variable.kind) {
    case 'bound':
      return looseLocal(variable.name, variable.index, variable.depth);
    case 'definition':
      return translateTerm(variable.node, depth, place);
    case 'direct': {
      const { fields } = variable;
      const free = jsonText(fields.get('pdfv'));
      if (free !== undefined) return looseVariable(topLevel(fullName(free)), 0);
      if (fields.has('pdval')) return inline(legacyValue(fields.get('pdval')));
      return legacyBuiltin(jsonText(fields.get('pdnat')) ?? refuse('a builtin has no name'), depth);
    }
  }
}

export function fullName(text: string): FullyQualifiedName {
  return parseFullyQualifiedName(text) ?? refuse(`${text} is not a qualified name`);
}

function topLevel({ module, name, hash }: FullyQualifiedName): Name {
  return { kind: 'top', text: name, module, hash };
}

/** Builtins whose first argument, if it is an application, becomes a function of this many more arguments. */
const appliers = new Map([
  ['map', ['lArg']],
  ['filter', ['lArg']],
  ['fold', ['iArg1', 'iArg2']],
  ['zip', ['iArg1', 'iArg2']],
]);

function translateApplication(node: Node, depth: number, place: TermContext): LooseTerm {
  const fun = translateTerm(field(node, 'fun'), depth, place);
  const args = items(field(node, 'args'));
  const [first, ...others] = args.map(unlifted);
  const params = fun.kind === 'builtin' ? appliers.get(fun.name) : undefined;
  if (params !== undefined && first !== undefined && kindOf(first) === 'app') {
    const rest = others.map((each) => translateTerm(each, depth, place));
    return application(fun, [expanded(first, params, depth, place), ...rest]);
  }
  return applied(
    fun,
    args.map((each) => translateTerm(each, depth, place)),
    depth,
  );
}

/** Translates `(+ k)` to `(lambda (x) (+ k x))`: functions are now applied to all their arguments at once. */
function expanded(
  partial: Node,
  params: readonly string[],
  depth: number,
  place: TermContext,
): LooseTerm {
  const inner = depth + params.length;
  const fun = translateTerm(field(partial, 'fun'), inner, place);
  const given = items(field(partial, 'args')).map((each) => translateTerm(each, inner, place));
  const missing = params.map((_, i) =>
    looseLocal(params.length === 1 ? 'iArg' : `iArg${i + 1}`, params.length - i - 1, inner),
  );
  // The arguments of the form behind it are counted from outside.
  return lambdaOf(params, applied(fun, [...given, ...missing], depth));
}

function translateLambda(node: Node, depth: number, place: TermContext): LooseTerm {
  const params = items(field(field(node, 'amTy'), 'args')).map(translateArgument);
  const names = params.map(({ name }) => name);
  const body = translateBody(field(node, 'amBindBody'), names, depth, place);
  return params.length === 0
    ? { kind: 'nullary', body, span }
    : { kind: 'lambda', params, body, span };
}

function translateBinding(node: Node, depth: number, place: TermContext): LooseTerm {
  const pairs = items(field(node, 'pairs'));
  const body = field(node, 'body');
  return field(node, 'type').json === 'let'
    ? translateLet(pairs, body, depth, place)
    : translateObjectBinding(pairs, body, depth, place);
}

function translateLet(
  pairs: readonly Node[],
  body: Node,
  depth: number,
  place: TermContext,
): LooseTerm {
  const args = pairs.map((pair) => translateArgument(field(pair, 'arg')));
  let result = translateBody(
    body,
    args.map(({ name }) => name),
    depth,
    place,
  );
  for (let i = pairs.length - 1; i >= 0; i--) {
    const value = translateTerm(field(pairs[i] as Node, 'val'), depth + i, place);
    result = { kind: 'let', arg: args[i] as Arg, value, body: result, span };
  }
  return result;
}

const boundObject = '`objBind';

/** Translates `{ "field" := name }` to a function of the object that reads its fields one by one. */
function translateObjectBinding(
  pairs: readonly Node[],
  body: Node,
  depth: number,
  place: TermContext,
): LooseTerm {
  const names = pairs.map((pair) => textOf(field(field(pair, 'arg'), 'name')));
  let result = translateBody(body, names, depth + 1, place);
  for (let i = pairs.length - 1; i >= 0; i--) {
    const key = translateTerm(field(pairs[i] as Node, 'val'), depth, place);
    if (key.kind !== 'literal' || key.literal.kind !== 'string')
      refuse('a field name is not a string');
    const object = looseLocal(boundObject, i, depth + 1 + i);
    const value = application({ kind: 'builtin', name: 'at', span }, [key, object]);
    result = { kind: 'let', arg: argument(names[i] as string), value, body: result, span };
  }
  return lambdaOf([boundObject], result);
}

function translateLiteral(node: Node): LooseTerm {
  const value = legacyLiteral(field(node, 'lit').json);
  if (value === undefined) return refuse('expected a literal');
  if (value instanceof TimeValue) return inline(value);
  switch (typeof value) {
    case 'string':
      return { kind: 'literal', literal: { kind: 'string', value }, span };
    case 'bigint':
      return { kind: 'literal', literal: { kind: 'integer', value }, span };
    case 'boolean':
      return { kind: 'literal', literal: { kind: 'bool', value }, span };
    default: {
      const { mantissa, places } = value;
      return { kind: 'literal', literal: { kind: 'decimal', mantissa, places }, span };
    }
  }
}

export function moduleNameOf(node: Node): ModuleName {
  return decodeModuleName(node.json) ?? refuse('a module has no name');
}

export function hashOf(node: Node): Hash {
  return parseHash(textOf(node)) ?? refuse('expected a hash');
}

function translateTableUse(node: Node, { translation }: TermContext): LooseTerm {
  const module = moduleNameOf(field(node, 'modname'));
  const hash = hashOf(field(node, 'hash'));
  const name = new FullyQualifiedName(module, textOf(field(node, 'name')), hash);
  translation.table(name, () => legacyTable(node));
  return looseVariable(topLevel(name), 0);
}

function translateDefinitionUse(node: Node, depth: number, place: TermContext): LooseTerm {
  const module = moduleNameOf(field(node, 'module'));
  const name = textOf(field(node, 'defName'));
  const full = place.translation.named(module, name, place.hash, (own) =>
    place.define(node, depth, { ...place, hash: own }),
  );
  return looseVariable(topLevel(full), depth);
}

function translateDynamic(node: Node, depth: number, place: TermContext): LooseTerm {
  const reference = translateTerm(field(node, 'dref'), depth, place);
  if (reference.kind !== 'var' || reference.name.name.kind !== 'local') {
    return refuse('a module reference is not a variable');
  }
  const { name, depth: written } = reference.name;
  const member = textOf(field(definitionBehind(field(node, 'dmem')), 'defName'));
  return looseVariable({ kind: 'dynamic', text: name.text, member, index: name.index }, written);
}

function guardIn(node: Node, depth: number, place: TermContext): PactValue {
  const fields = jsonFields(field(node, 'guard').json) ?? refuse('expected a guard');
  const { binder } = node;
  const guard = legacyGuard(fields, (json) => {
    const term = translateTerm({ json, binder }, depth, place);
    return term.kind === 'inline' ? term.value : refuse('an argument of a guard is not a value');
  });
  return guard ?? refuse('unknown kind of guard');
}

/** Some modules have schemas as terms; evaluating one fails. */
function schemaAsTerm(name: string): LooseTerm {
  const message = `Cannot use defschema ${name} in term variable position`;
  return formOf('enforce', [
    { kind: 'literal', literal: { kind: 'bool', value: false }, span },
    { kind: 'literal', literal: { kind: 'string', value: message }, span },
  ]);
}
