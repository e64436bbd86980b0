// A tree as short text: one bracket a node, the kind first, then what it has, without positions. Serves the tree of the
// parser and Core alike; for people only, nothing reads it back.

import { Span } from '../../base/span.ts';

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
    // A kind is a word of ours, everything else is the program's.
    parts.push(name === 'kind' ? String(value) : nodeText(value));
  }
  return bracket('(', parts, ')');
}

/** Names of modules and members know their text. */
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
