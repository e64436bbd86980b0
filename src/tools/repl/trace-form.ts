// Shows the tokens, the tree and the Core of a form in the trace, if debug flags are set.
// Source: pact-repl/Pact/Core/Repl/Utils.hs (debugPrint), which shows tokens of whole files and no trees.

import { Source, Span } from '../../base/span.ts';
import { type ResolvedTopLevel, type TopLevel, tokenTexts } from '../../lang/session/analyse.ts';

/** The flags of `env-set-debug-flag`. */
export const debugFlags = ['lexer', 'parser', 'desugar'] as const;
export type DebugFlag = (typeof debugFlags)[number];

type Show = (text: string) => void;

export function traceWritten(flags: ReadonlySet<DebugFlag>, form: TopLevel, show: Show): void {
  if (flags.has('lexer')) {
    const { source, text } = form.span;
    show(`lexer: ${tokenTexts(new Source(source.name, text)).join(' ')}`);
  }
  if (flags.has('parser')) show(`parser: ${nodeText(form)}`);
}

export function traceResolved(
  flags: ReadonlySet<DebugFlag>,
  resolved: ResolvedTopLevel,
  show: Show,
): void {
  if (flags.has('desugar')) show(`desugar: ${coreText(resolved)}`);
}

function coreText(resolved: ResolvedTopLevel): string {
  switch (resolved.kind) {
    case 'module':
      return resolved.module.defs.map(nodeText).join(' ');
    case 'interface':
      return resolved.interface.defs.map(nodeText).join(' ');
    case 'use':
      return nodeText(resolved.import);
    case 'term':
      return nodeText(resolved.term);
    case 'repl-definition':
      return nodeText(resolved.def);
  }
}

/**
 * Writes a tree as short text: one bracket per node, its kind first, then its members, without positions. Used for the
 * parser's tree and for Core. The text is for people; no code parses it.
 */
function nodeText(node: unknown): string {
  switch (typeof node) {
    case 'string':
      return JSON.stringify(node);
    case 'object':
      return node === null ? 'null' : objectText(node);
    default:
      return String(node);
  }
}

function objectText(node: object): string {
  if (Array.isArray(node)) return bracket('[', node.map(nodeText), ']');
  if (node instanceof Map) return bracket('{', [...node].map(pairText), '}');
  if (node instanceof Set) return bracket('[', [...node].map(nodeText), ']');
  const name = nameOf(node);
  if (name !== undefined) return name;
  const parts: string[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (value === undefined || value instanceof Span) continue;
    // A kind is one of our words; everything else comes from the program.
    parts.push(name === 'kind' ? String(value) : nodeText(value));
  }
  return bracket('(', parts, ')');
}

/** Returns the text of names of modules and members. */
function nameOf(node: object): string | undefined {
  const { kind, qualified, text } = node as Readonly<Record<string, unknown>>;
  if (kind !== undefined) return undefined;
  if (typeof qualified === 'string') return qualified;
  return typeof text === 'string' ? text : undefined;
}

const pairText = ([key, value]: readonly [unknown, unknown]): string =>
  `${nodeText(key)}: ${nodeText(value)}`;

const bracket = (open: string, parts: readonly string[], close: string): string =>
  open + parts.join(' ') + close;
