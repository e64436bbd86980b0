// Cursors of pages: the next page begins at an item or after it. The key of a block is its hash.
// Source: Chainweb/Utils/Paging.hs; interface reference, section 1.3; specification, "Page".

export type PageCursor<Key> = { readonly kind: 'inclusive' | 'exclusive'; readonly key: Key };

/** A page of a list, and the start of the next page. */
export type Page<Item, Key> = {
  readonly items: readonly Item[];
  readonly next: PageCursor<Key> | undefined;
};

export function cursorText<Key>(
  { kind, key }: PageCursor<Key>,
  keyText: (key: Key) => string,
): string {
  return `${kind}:${keyText(key)}`;
}

/** Returns `undefined` if the text is not a cursor, or its key is invalid. */
export function parseCursor<Key>(
  text: string,
  parseKey: (text: string) => Key | undefined,
): PageCursor<Key> | undefined {
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(colon, 0));
  if (kind !== 'inclusive' && kind !== 'exclusive') return undefined;
  const key = parseKey(text.slice(colon + 1));
  return key === undefined ? undefined : { kind, key };
}
