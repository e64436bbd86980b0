// Texts as YAML scalars: plain where nothing else could be meant, as the reference's tools write
// them, so that files of both can be compared.

import { isPlainText } from './to-json.ts';

/** One line, whatever the text holds. */
export function yamlText(text: string): string {
  if (isSafelyPlain(text)) return text;
  return isPrintable.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Letters, digits and what keys and hashes have besides, and no other type than a text. */
function isSafelyPlain(text: string): boolean {
  if (!/^[\w-][\w.-]*$/.test(text) || text === '-' || /^(---|\.\.\.)/.test(text)) return false;
  return isPlainText(text);
}

/** Blanks at the ends would be lost only in plain texts; breaks of lines would be folded. */
const isPrintable = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\u0085\u2028\u2029]*$/u;
