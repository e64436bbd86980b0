// The first sentence of a longer text, for lists and tables.

/** On one line. */
export function firstSentenceOf(text: string): string {
  const [first = ''] = text
    .split(/\n[^\S\n]*\n/)
    .map(asOneLine)
    .filter((part) => part !== '');
  const end = /[.!?](?=\s+\S)/.exec(first);
  return end === null ? first : first.slice(0, end.index + 1);
}

export const asOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
