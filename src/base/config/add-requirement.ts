// Adds a requirement to the text of a project file, keeping its comments and layout.

import { bad, good, type Result } from '../result.ts';
import { entriesOf } from './look-up.ts';
import { readYaml } from './read-yaml.ts';
import { yamlText } from './write-yaml.ts';

/** Returns the new text; the fault says what to add by hand. */
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
