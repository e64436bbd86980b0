// Formats a line of the request log. Text from clients is escaped, so it cannot end the line.

import type { LogLine } from '../../base/ports/logger.ts';

export function requestLine({ dateMs, data }: LogLine): string {
  const { client, method, path, status, milliseconds } = data;
  const time = new Date(dateMs).toISOString();
  return `${time} ${client} ${method} ${plainly(String(path))} ${status} ${milliseconds} ms`;
}

const longest = 200;

const plainly = (path: string): string => JSON.stringify(path.slice(0, longest)).slice(1, -1);
