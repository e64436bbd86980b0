// Opens the ledger: from its log on the disk, or in memory.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCommand } from '../command/index.ts';
import { parseHash, type Hash } from '../lang/session/index.ts';
import { Ledger, MemoryJournal } from '../ledger/index.ts';
import { RecordLog, type RecordPosition } from '../store-file/index.ts';
import { StoreFault } from '../store/index.ts';
import { limits } from './limits.ts';

export type OpenLedger = { readonly ledger: Ledger; readonly close: () => void };

export function openLedger(persistDir: string | undefined): OpenLedger {
  const { waitingCommands: mostWaiting } = limits;
  if (persistDir === undefined) {
    const ledger = new Ledger({ journal: new MemoryJournal(), mostWaiting });
    return { ledger, close: () => undefined };
  }
  mkdirSync(persistDir, { recursive: true, mode: 0o700 });
  const path = join(persistDir, 'commands.log');
  const records: { readonly content: Uint8Array; readonly position: RecordPosition }[] = [];
  const log = RecordLog.open(path, (content, position) => records.push({ content, position }));
  const ledger = new Ledger({ journal: log, mostWaiting });
  for (const { content, position } of records) {
    if (ledger.restore(content, position, requestKeyOf)) continue;
    log.close();
    throw new StoreFault('damaged', `cannot open ${path}: a record in it cannot be read`);
  }
  return { ledger, close: () => log.close() };
}

function requestKeyOf(text: string): Hash | undefined {
  // A log may hold millions of commands: they begin with their hash, as this server writes them.
  const written = /^\{"hash":"([\w-]{43})"/.exec(text)?.[1];
  if (written !== undefined) return parseHash(written);
  const command = readCommand(text);
  return command.kind === 'value' ? command.value.hash : undefined;
}
