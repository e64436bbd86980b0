// Reads a file of the command line, or standard input for `-`.

import type { JsonValue } from '../../../base/json.ts';
import { jsonFaultTexts, readJson } from '../../../base/json-reader.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { readInput, readSourceFile } from '../files.ts';

export function readOperand(file: string): Result<string, string> {
  const answer = file === '-' ? readInput() : readSourceFile(file);
  return answer.kind === 'text' ? good(answer.text) : bad(answer.reason);
}

export function parseJson(text: string): Result<JsonValue, string> {
  const reading = readJson(text);
  if (reading.kind === 'value') return good(reading.value);
  const fault = jsonFaultTexts[reading.fault];
  return bad(`it is not valid JSON: ${fault}, at character ${reading.offset + 1}`);
}
