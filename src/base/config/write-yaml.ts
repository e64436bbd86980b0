// Writes YAML.

import { bad, good, type Result } from '../result.ts';
import { entriesOf, isPlainText } from './located.ts';
import { readYaml } from './read-yaml.ts';

/**
 * Adds a requirement to the text of a project file, keeping its comments and layout. Returns the new text; the fault says what to
 * add by hand.
 */
export function withRequirement(
  text: string,
  {
    name,
    network,
    chain,
  }: { readonly name: string; readonly network: string; readonly chain: string },
): Result<string, string> {
  const line = `${yamlText(name)}: { network: ${yamlText(network)}, chain: '${chain}' }`;
  const byHand = `add this to requirements in pact.yaml: ${line}`;
  const read = readYaml(text, text.length + 1);
  if (!read.ok) return bad(byHand);
  const entry = entriesOf(read.value).find(({ key }) => key === 'requirements');
  if (entry === undefined) {
    const end = text === '' || text.endsWith('\n') ? '' : '\n';
    return good(`${text}${end}requirements:\n  ${line}\n`);
  }
  const lines = text.split('\n');
  const [first] = entriesOf(entry.value);
  if (first === undefined || first.place.line === entry.place.line) return bad(byHand);
  const indent = ' '.repeat(first.place.column - 1);
  lines.splice(entry.place.line, 0, indent + line);
  return good(lines.join('\n'));
}

// Writes strings as YAML scalars, plain if that is unambiguous, as the reference's tools do, so that files of both
// can be compared.

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
