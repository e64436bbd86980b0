// Reads the arguments of requests, breakpoints among them. They are not trusted: a wrong type is an error that the client shows.

import {
  type Conditions,
  hitTest,
  parseWatched,
  type Watched,
} from '../../src/tools/debugger/breakpoints.ts';
import { debugLimits } from '../../src/tools/debugger/limits.ts';

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('the arguments must be an object');
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new Error(`${name} must be a string`);
}

export function textIn(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}

export function optionalNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`${name} must be a whole number`);
}

export function numberIn(fields: Fields, name: string): number {
  const value = optionalNumber(fields, name);
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

export function flagIn(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new Error(`${name} must be true or false`);
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (Array.isArray(value)) return value;
  throw new Error(`${name} must be a list`);
}

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
