// Escapes text for HTML. All user text must be escaped here.

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** For content and attributes. Control characters are not allowed in HTML. */
export function escapedHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
    .replace(/[^\P{Cc}\t\n]/gu, '\u{fffd}');
}
