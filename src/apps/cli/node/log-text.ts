// Formats lines of a node's log: text, or one JSON object per line. Text from clients is escaped, so it cannot end the line.

import type { LogLine } from '../../../base/ports/logger.ts';

export function logText({ dateMs, level, area, sentence, data }: LogLine): string {
  const time = new Date(dateMs).toISOString();
  const members = Object.entries(data).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${shown(value)}`],
  );
  return [`${time} ${level} ${area}: ${sentence}`, ...members].join(' ');
}

export function logJson({ dateMs, level, area, sentence, data }: LogLine): string {
  const members = Object.entries(data).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  const time = new Date(dateMs).toISOString();
  return JSON.stringify({ time, level, area, message: sentence, ...Object.fromEntries(members) });
}

const longest = 200;

function shown(value: string | number | bigint | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(value.slice(0, longest));
  return /^"[\x21-\x7e]*"$/.test(text) && !/[\\= ]/.test(text) ? text.slice(1, -1) : text;
}
