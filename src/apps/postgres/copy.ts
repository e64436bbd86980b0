// Rows into a table by COPY, the fastest way into PostgreSQL.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from './connections.ts';
import { copyLine } from './copy-text.ts';
import { type Cell, type TableName, tables } from './tables.ts';

export type CopyOptions = {
  /** Its columns are sent. */
  readonly name: TableName;
  /** The table that receives them. */
  readonly into: string;
  readonly rows: readonly (readonly Cell[])[];
};

export async function copyRows(
  connection: Connection,
  { name, into, rows }: CopyOptions,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = tables[name].join(', ');
  const sink = connection.query(copyFrom(`copy ${into} (${columns}) from stdin`));
  await pipeline(Readable.from(chunksOf(rows)), sink);
}

const chunkLength = 64 * 1024;

function* chunksOf(rows: CopyOptions['rows']): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += copyLine(row);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
