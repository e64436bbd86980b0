// Reads breakpoints from clients.

import {
  hitTest,
  parseWatched,
  type Conditions,
  type Watched,
} from '../../src/tools/debugger/breakpoints.ts';
import { debugLimits } from '../../src/tools/debugger/limits.ts';
import { optionalText, textIn } from './read-arguments.ts';

type Fields = Readonly<Record<string, unknown>>;

export function conditionsOf(fields: Fields): Conditions {
  const condition = written(fields, 'condition');
  const hitCondition = written(fields, 'hitCondition');
  const logMessage = written(fields, 'logMessage');
  if (hitCondition !== undefined && hitTest(hitCondition) === undefined) {
    throw new Error(`a hit count must look like 5, >= 5 or % 5, not ${hitCondition}`);
  }
  return { condition, hitCondition, logMessage };
}

/** Clients send empty strings for fields that were not filled in. */
function written(fields: Fields, name: string): string | undefined {
  const text = optionalText(fields, name)?.trim();
  if (text !== undefined && text.length > debugLimits.expression) {
    throw new Error(`${name} is longer than ${debugLimits.expression} characters`);
  }
  return text === '' ? undefined : text;
}

/** Reads the name of a function breakpoint. */
export function watchedOf(fields: Fields): Watched | undefined {
  return parseWatched(textIn(fields, 'name'));
}

/** Reads the id of a data breakpoint. */
export function dataOf(fields: Fields): Watched | undefined {
  const [name = '', ...key] = textIn(fields, 'dataId').split(separator);
  return { kind: 'write', name, key: key.length === 0 ? undefined : key.join(separator) };
}

export function dataIdOf({
  table,
  key,
}: {
  readonly table: string;
  readonly key: string | undefined;
}) {
  return key === undefined ? table : `${table}${separator}${key}`;
}

/** A separator that no table name contains. */
const separator = '\n';
