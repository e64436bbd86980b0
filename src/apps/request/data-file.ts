// Reads the data file of a request: JSON, or YAML according to its name.

import { refuse } from '../../chain/command/fault.ts';
import { placeOfText, type Field } from '../../chain/command/fields.ts';
import { decodeStable, type PactValue } from '../../lang/session/run.ts';
import { readYaml } from '../../base/config/read-yaml.ts';
import { jsonOf } from '../../base/config/located.ts';
import { longestFile } from './document.ts';

export function dataFromFile(file: Field, text: string): PactValue {
  const { text: name } = file;
  if (!/\.ya?ml$/.test(name)) return decodeStable(placeOfText(text, name).any);
  const read = readYaml(text, longestFile);
  if (read.ok) return decodeStable(jsonOf(read.value));
  const [first] = read.fault;
  const { line, column } = first?.place ?? { line: 1, column: 1 };
  return refuse(`${name}:${line}:${column}: ${first?.message ?? 'the file is not YAML'}`);
}
