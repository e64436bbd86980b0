// Writes a tree as short text: one bracket per node, its kind first, then its members, without positions. Used for the
// parser's tree and for Core. The text is for people; no code parses it.

import { Span } from '../../../base/span.ts';

export function nodeText(node: unknown): string {
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
