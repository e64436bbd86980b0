// Nodes of the stored trees of Pact 4: a piece of JSON with the binders around it. A variable bound by
// the innermost binder is `{"b": i}`; `{"f": term}` is a term outside that binder; without a binder, a
// variable is a reference to a definition, a builtin or a value.
// Source: Serialise/LegacyPact/Types.hs (NScope, NVar, Ref', Term).

import { isJsonNumber, type JsonArray, type JsonObject, type JsonValue } from '../../base/json.ts';
import { jsonFields, jsonItems, jsonText } from '../values/encoding/json-access.ts';
import { compareText } from '../../base/text.ts';
import { refuse } from './fault.ts';

/** Parameters around a body, the innermost binder first. */
export type Binder = {
  readonly names: readonly string[];
  /** The number of variables bound at the beginning of the body, as the reference counts them. */
  readonly depth: number;
  readonly outer: Binder | undefined;
};

export type Node = { readonly json: JsonValue | undefined; readonly binder: Binder | undefined };

export type Variable =
  | {
      readonly kind: 'bound';
      readonly name: string;
      /** Counted from the innermost parameter of its binder. */
      readonly index: number;
      readonly depth: number;
    }
  | { readonly kind: 'definition'; readonly node: Node }
  | { readonly kind: 'direct'; readonly fields: JsonObject };

/** Kinds of terms by their properties, without those that only record positions. */
const kinds = new Map([
  ['amArg amBindBody amInfo amTy', 'lambda'],
  ['arg meta modname val', 'const'],
  ['args fun', 'app'],
  ['body meta', 'step'],
  ['body pairs type', 'binding'],
  ['defBody defMeta defName defType funType meta module', 'def'],
  ['dmem dref', 'dynamic'],
  ['fields meta modname name', 'schema'],
  ['guard', 'guard'],
  ['hash meta modname name type', 'table'],
  ['list type', 'list'],
  ['lit', 'literal'],
  ['obj type', 'object'],
  ['refInfo refName refSpec', 'modref'],
  ['var', 'var'],
] as const);

export type Kind = typeof kinds extends Map<string, infer K> ? K : never;

const placesOnly: ReadonlySet<string> = new Set(['i', 'info', 'keyorder']);

export function kindOf({ json }: Node): Kind {
  const names = [...(jsonFields(json)?.keys() ?? [])].filter((name) => !placesOnly.has(name));
  const properties = names.sort(compareText).join(' ');
  const known: ReadonlyMap<string, Kind> = kinds;
  return known.get(properties) ?? refuse(`no kind of term has the properties "${properties}"`);
}

export function field({ json, binder }: Node, name: string): Node {
  const fields = jsonFields(json) ?? refuse(`expected an object with "${name}"`);
  return { json: fields.get(name), binder };
}

export function items({ json, binder }: Node): readonly Node[] {
  const list: JsonArray = jsonItems(json) ?? refuse('expected a list');
  return list.map((each) => ({ json: each, binder }));
}

export function textOf({ json }: Node): string {
  return jsonText(json) ?? refuse('expected a string');
}

/** Returns the body of a scope with its parameters. */
export function bodyOf(scope: Node, names: readonly string[], depth: number): Node {
  const inner = field(scope, 'scope');
  return { json: inner.json, binder: { names, depth, outer: scope.binder } };
}

/** Leaves the binders that the term is outside of. */
export function unlifted(node: Node): Node {
  let at = node;
  while (at.binder !== undefined) {
    const variable = jsonFields(jsonFields(at.json)?.get('var'));
    if (variable === undefined || variable.has('b') || !variable.has('f')) break;
    at = { json: variable.get('f'), binder: at.binder.outer };
  }
  return at;
}

/** Returns the meaning of a term of kind `var`; `node` is `unlifted`. */
export function variableOf({ json, binder }: Node): Variable {
  const variable = jsonFields(jsonFields(json)?.get('var')) ?? refuse('expected a variable');
  if (binder !== undefined) return boundVariable(variable, binder);
  if (variable.has('ref')) {
    return { kind: 'definition', node: { json: variable.get('ref'), binder: undefined } };
  }
  const fields = jsonFields(variable.get('direct')) ?? refuse('a variable refers to nothing');
  return { kind: 'direct', fields };
}

/** Follows references to the definition that a term refers to. */
export function definitionBehind(node: Node): Node {
  let at = unlifted(node);
  while (kindOf(at) === 'var' && at.binder === undefined) {
    const variable = variableOf(at);
    if (variable.kind !== 'definition') break;
    at = unlifted(variable.node);
  }
  return at;
}

function boundVariable(variable: JsonObject, { names, depth }: Binder): Variable {
  const written = variable.get('b');
  const at = written !== undefined && isJsonNumber(written) ? Number(written.text) : -1;
  const name = names[at];
  if (name === undefined) return refuse('a variable has no binder');
  return { kind: 'bound', name, index: names.length - at - 1, depth };
}
