// Prints the effective configuration as a file that can be used again, each value with the source that set it. No key
// holds a secret: a miner needs public keys only.

import { yamlText } from '../../base/config/write-yaml.ts';
import { byDefault } from './node-configuration.ts';
import { nodeOptions, type OptionValue } from './options.ts';
import type { Given } from './sources.ts';

export function configurationText(values: ReadonlyMap<string, Given>): string {
  const lines: string[] = [];
  let group = '';
  for (const { key, unset } of nodeOptions) {
    const { value, source } = values.get(key) ?? { value: undefined, source: byDefault };
    const [first = '', second] = key.split('.');
    if (second !== undefined && first !== group) lines.push(`${first}:`);
    group = second === undefined ? '' : first;
    const name = second === undefined ? first : `  ${second}`;
    const said = isUnset(value) && unset !== undefined ? `${source}: ${unset}` : source;
    // A key without a value would be an error in the file, so it becomes a comment.
    if (value === undefined) lines.push(`${name.replace(/\S/, '# $&')}: (${said})`);
    else lines.push(`${name}: ${valueText(value)} # ${said}`);
  }
  return lines.join('\n');
}

/** Returns JSON with the values alone, by key. */
export function configurationJson(values: ReadonlyMap<string, Given>): string {
  return JSON.stringify(
    Object.fromEntries(nodeOptions.map(({ key }) => [key, values.get(key)?.value ?? null])),
    undefined,
    2,
  );
}

const isUnset = (value: OptionValue): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

function valueText(value: Exclude<OptionValue, undefined>): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return yamlText(value);
  return `[${value.map(yamlText).join(', ')}]`;
}
