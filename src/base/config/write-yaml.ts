// Writes strings as YAML scalars, plain if that is unambiguous, as the reference's tools do, so that files of both
// can be compared.

import { isPlainText } from './to-json.ts';

/** Returns the scalar, always on one line. */
export function yamlText(text: string): string {
  if (isSafelyPlain(text)) return text;
  return isPrintable.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Checks that the string has only characters of names, keys and hashes, and would not be read as another type. */
function isSafelyPlain(text: string): boolean {
  if (!/^[\w-][\w.-]*$/.test(text) || text === '-' || /^(---|\.\.\.)/.test(text)) return false;
  return isPlainText(text);
}

/** Excludes line breaks, which would be folded. Spaces at the ends would be lost only in plain scalars. */
const isPrintable = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\u0085\u2028\u2029]*$/u;
