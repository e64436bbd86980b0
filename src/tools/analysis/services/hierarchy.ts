// Which functions call which, and which modules implement which interfaces.

import type { Snapshot } from '../workspace/snapshot.ts';
import { sameSymbol, type CodeSymbol, type TextRange } from '../workspace/symbols.ts';
import { definingForm } from './describe-symbol.ts';
import { implementersOf, interfacesOf, moduleAround } from './implementations.ts';
import { referenceAt } from './node-at.ts';
import { referencesTo } from './references.ts';

export type Call = {
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
