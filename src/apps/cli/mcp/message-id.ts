// The id of a message that cannot be read as a whole, from its first or last bytes: clients write it there.

import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

const id = '"id"\\s*:\\s*(-?\\d{1,15}|"(?:[^"\\\\]|\\\\.){0,200}")';
const others = '(?:"jsonrpc"\\s*:\\s*"2\\.0"|"method"\\s*:\\s*"[^"\\\\]*")';

/** At the start only members with short values may come before it, at the end only such may follow. */
const atStart = new RegExp(`^\\s*\\{\\s*(?:${others}\\s*,\\s*)*${id}\\s*[,}]`);
const atEnd = new RegExp(`,\\s*${id}\\s*(?:,\\s*${others}\\s*)*\\}\\s*$`);

/** `undefined` if the id is not there, as in a notification. */
export function idIn(start: Uint8Array, end: Uint8Array): RequestId | undefined {
  const found = atStart.exec(latin(start))?.[1] ?? atEnd.exec(latin(end))?.[1];
  if (found === undefined) return undefined;
  try {
    // The patterns match only numbers and strings.
    return JSON.parse(found) as RequestId;
  } catch {
    return undefined;
  }
}

/** Bytes outside of ASCII are in no number, and spoil only ids that a client made of such characters. */
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
