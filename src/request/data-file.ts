// Reads the data file of a request: JSON, or YAML according to its name.

import { refuse } from '../command/fault.ts';
import { placeOfText, type Field } from '../command/fields.ts';
import { decodeStable, type PactValue } from '../lang/session/run.ts';
import { readYaml } from '../config/read-yaml.ts';
import { jsonOf } from '../config/to-json.ts';
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
