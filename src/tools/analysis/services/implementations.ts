// From interfaces to modules and back, from names to the schemas and interfaces of their types, and the hierarchies of calls and
// types.

import type { Snapshot } from '../workspace/snapshot.ts';
import {
  type CodeSymbol,
  type ModuleSymbols,
  sameSymbol,
  type TextRange,
} from '../workspace/symbols.ts';
import { definedSymbol, definingForm, typeOfSymbol } from './describe-symbol.ts';
import { referenceAt, referencesTo } from './references.ts';

/**
 * Returns, for an interface, the modules that implement it; for its member, their members; for a module, its
 * interfaces; for its member, the members of these.
 */
export function implementationsAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): readonly CodeSymbol[] {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  return symbol === undefined ? [] : implementationsOf(snapshot, symbol);
}

export function implementationsOf(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  const module = moduleAround(snapshot, symbol);
  if (module === undefined) return [];
  const others =
    module.symbol.kind === 'interface'
      ? implementersOf(snapshot, module.symbol)
      : interfacesOf(snapshot, module);
  if (sameSymbol(module.symbol, symbol)) return others.map((each) => each.symbol);
  return others.flatMap((each) => each.members.get(symbol.name)?.symbol ?? []);
}

/** Returns the module or interface that a symbol is, or belongs to. */
function moduleAround(snapshot: Snapshot, symbol: CodeSymbol): ModuleSymbols | undefined {
  const defined = definingForm(snapshot, symbol)?.defined;
  return defined?.kind === 'module' ? defined : undefined;
}

function implementersOf(snapshot: Snapshot, declared: CodeSymbol): readonly ModuleSymbols[] {
  return referencesTo(snapshot, declared).flatMap(({ path, span, access }) => {
    if (access !== 'implement') return [];
    const defined = snapshot.analysis(path).formAt(span.start)?.defined;
    return defined?.kind === 'module' ? [defined] : [];
  });
}

function interfacesOf(
  snapshot: Snapshot,
  { symbol: { place } }: ModuleSymbols,
): readonly ModuleSymbols[] {
  if (place === undefined) return [];
  const form = snapshot.analysis(place.path).formAt(place.nameSpan.start);
  return (form?.references ?? []).flatMap(({ access, symbol }) => {
    const found = access === 'implement' ? moduleAround(snapshot, symbol) : undefined;
    return found === undefined ? [] : [found];
  });
}

/**
 * Returns the targets of the type of the name at the offset: the schema of a table, object or field binding, or the
 * interfaces of a module reference.
 */
export function typeDefinitionsAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): readonly CodeSymbol[] {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  if (symbol === undefined) return [];
  const named = namedByType(snapshot, symbol);
  if (named.length > 0) return named;
  const text = typeOfSymbol(snapshot, symbol)?.text ?? '';
  return interfacesNamed(snapshot, text);
}

/** Returns the names in the written type of a definition, parameter or variable: it follows the name. */
function namedByType(snapshot: Snapshot, { place }: CodeSymbol): readonly CodeSymbol[] {
  if (place === undefined) return [];
  const { references } = snapshot.analysis(place.path);
  const text = snapshot.document(place.path)?.text ?? '';
  const { end } = place.nameSpan;
  const type = /^\s*:\s*(?:\[+\s*)?(?:(?:object|table|module)\s*)?\{([^}]*)\}/.exec(
    text.slice(end, end + maxTypeLength),
  );
  if (type === null) return [];
  return references.flatMap(({ span, access, symbol }) =>
    access === 'type' && span.start >= end && span.end <= end + type[0].length ? [symbol] : [],
  );
}

const maxTypeLength = 1_000;

/** Parses `module{a, b}` as inference prints it. */
function interfacesNamed(snapshot: Snapshot, type: string): readonly CodeSymbol[] {
  const names = /^module\{(.*)\}$/.exec(type)?.[1]?.split(', ') ?? [];
  return names.flatMap((name) => interfaceNamed(snapshot, name) ?? []);
}

function interfaceNamed(snapshot: Snapshot, name: string): CodeSymbol | undefined {
  for (const path of snapshot.files()) {
    if (snapshot.document(path)?.text.includes(name.slice(name.lastIndexOf('.') + 1)) !== true) {
      continue;
    }
    for (const { defined } of snapshot.analysis(path).forms) {
      if (defined?.kind === 'module' && defined.symbol.name === name) return defined.symbol;
    }
  }
  return undefined;
}

/** The symbol itself comes first. */
export function relatedMembers(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbol.kind === 'parameter') return relatedParameters(snapshot, symbol);
  if (symbol.kind !== 'function' && symbol.kind !== 'capability' && symbol.kind !== 'defpact') {
    return [symbol];
  }
  const all: CodeSymbol[] = [symbol];
  // Grows during the loop: an interface leads to modules, and these to their other interfaces.
  for (const each of all) {
    for (const other of implementationsOf(snapshot, each)) {
      if (!all.some((known) => sameSymbol(known, other))) all.push(other);
    }
  }
  return all;
}

function relatedParameters(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  const defined = definingForm(snapshot, symbol)?.defined;
  const owner = defined?.kind === 'module' ? defined.members.get(symbol.owner ?? '') : undefined;
  const position = owner?.parameters.findIndex((each) => sameSymbol(each, symbol)) ?? -1;
  if (owner === undefined || position === -1) return [symbol];
  return relatedMembers(snapshot, owner.symbol).flatMap((each) => {
    const parameter = definedSymbol(snapshot, each)?.parameters[position];
    return parameter?.name === symbol.name ? [parameter] : [];
  });
}

type Call = {
  /** The other end: the caller of an incoming call, the target of an outgoing call. */
  readonly symbol: CallItem;
  /** The places of the calls, in the caller. */
  readonly spans: readonly TextRange[];
};

/** A definition, or the form of a script that contains a call. */
export type CallItem = Omit<CodeSymbol, 'place' | 'kind'> & {
  readonly kind: CodeSymbol['kind'] | 'script';
  readonly place: NonNullable<CodeSymbol['place']>;
};

export function callItemAt(snapshot: Snapshot, path: string, offset: number): CallItem | undefined {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  return symbol !== undefined && isCallable(symbol) ? symbol : undefined;
}

const isCallable = (symbol: CodeSymbol): symbol is CodeSymbol & CallItem =>
  callableKinds.has(symbol.kind) && symbol.place !== undefined;

const callableKinds: ReadonlySet<CallItem['kind']> = new Set(['function', 'capability', 'defpact']);

/** Functions passed as arguments count as called. */
export function incomingCalls(snapshot: Snapshot, item: CallItem): readonly Call[] {
  const symbol = symbolOf(item);
  if (symbol === undefined) return [];
  const calls = new Map<string, { readonly symbol: CallItem; readonly spans: TextRange[] }>();
  for (const { path, span, access } of referencesTo(snapshot, symbol)) {
    if (access !== 'call' && access !== 'read') continue;
    const caller = callerAt(snapshot, path, span.start);
    if (caller === undefined) continue;
    const key = `${path}:${caller.place.nameSpan.start}`;
    const known = calls.get(key);
    if (known === undefined) calls.set(key, { symbol: caller, spans: [span] });
    else known.spans.push(span);
  }
  return [...calls.values()];
}

function callerAt(snapshot: Snapshot, path: string, offset: number): CallItem | undefined {
  const around = snapshot.analysis(path).formAt(offset);
  if (around === undefined) return undefined;
  const { defined, seen } = around;
  const definitions =
    defined?.kind === 'module' ? defined.all : defined === undefined ? [] : [defined];
  for (const { symbol } of definitions) {
    const { place } = symbol;
    if (place === undefined || offset < place.span.start || offset > place.span.end) continue;
    return { ...symbol, place };
  }
  if (defined !== undefined) return undefined;
  const { start, end } = seen.form.span;
  const { line } = seen.form.span.startPosition;
  const span = { start, end };
  return { kind: 'script', name: `line ${line + 1}`, place: { path, span, nameSpan: span } };
}

export function outgoingCalls(snapshot: Snapshot, item: CallItem): readonly Call[] {
  const { path, span: within } = item.place;
  const calls: { readonly symbol: CodeSymbol & CallItem; readonly spans: TextRange[] }[] = [];
  for (const { span, access, symbol } of snapshot.analysis(path).references) {
    if (span.start < within.start || span.end > within.end) continue;
    if (access === 'definition' || !isCallable(symbol)) continue;
    const known = calls.find((each) => sameSymbol(each.symbol, symbol));
    if (known === undefined) calls.push({ symbol, spans: [span] });
    else known.spans.push(span);
  }
  return calls;
}

/** Nothing calls a form of a script. */
const symbolOf = ({ kind, ...rest }: CallItem): CodeSymbol | undefined =>
  kind === 'script' ? undefined : { kind, ...rest };

/** Returns the module or interface at an offset, for its type hierarchy. */
export function typeItemAt(
  snapshot: Snapshot,
  path: string,
  offset: number,
): CodeSymbol | undefined {
  const symbol = referenceAt(snapshot, path, offset)?.symbol;
  if (symbol === undefined || definingForm(snapshot, symbol) === undefined) return undefined;
  return symbol.kind === 'module' || symbol.kind === 'interface' ? symbol : undefined;
}

export function supertypes(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  const module = moduleAround(snapshot, symbol);
  return module === undefined ? [] : interfacesOf(snapshot, module).map((each) => each.symbol);
}

export function subtypes(snapshot: Snapshot, symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbol.kind !== 'interface') return [];
  return implementersOf(snapshot, symbol).map((each) => each.symbol);
}
