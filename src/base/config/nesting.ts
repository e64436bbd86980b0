// Checks how deep YAML nests from its tokens, before any recursion over them: running out of stack could end the
// Node process.

import type { CST } from 'yaml';

/** Returns the offset of a container that is nested deeper than allowed. */
export function tooDeepAt(tokens: readonly CST.Token[], deepest: number): number | undefined {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > deepest) return token.offset;
    for (const part of partsOf(token)) pending.push({ token: part, depth: depth + 1 });
  }
  return undefined;
}

function partsOf(token: CST.Token): readonly CST.Token[] {
  switch (token.type) {
    case 'document':
      return token.value === undefined ? [] : [token.value];
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
    default:
      return [];
  }
}
