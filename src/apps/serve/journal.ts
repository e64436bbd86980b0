// Opens the command log, on the disk or in memory. On the disk, checkpoints remove executed commands from the
// log; their results are in a file of their own.

import { join } from 'node:path';
import { fromBase64Url } from '../../base/base64url.ts';
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { readCommand } from '../../chain/command/index.ts';
import { parseHash, type Hash } from '../../lang/session/run.ts';
import { CommandLog, MemoryJournal, type Archive } from '../command-log/index.ts';
import { makeFolder } from '../../base/platform/disk/files.ts';
import { KeyedRecords, RecordLog, type RecordPosition } from '../../storage/file/index.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import type { Config } from './config.ts';
import { limits } from './limits.ts';

export type OpenCommandLog = {
  readonly commandLog: CommandLog;
  /** Returns whether the log is large enough for a checkpoint. */
  readonly isCheckpointDue: () => boolean;
  /** See `CommandLog.checkpoint`. */
  readonly checkpoint: () => void;
  /** Returns whether a write failed in an unknown state: then nothing more is written. */
  readonly isBroken: () => boolean;
  readonly close: () => void;
};

export function openCommandLog({
  persistDir,
  logBytes,
}: Pick<Config, 'persistDir' | 'logBytes'>): OpenCommandLog {
  const { waitingCommands: maxWaiting, waitingBytes: maxWaitingBytes } = limits;
  const waiting = { maxWaiting, maxWaitingBytes };
  if (persistDir === undefined) {
    const commandLog = new CommandLog({
      journal: new MemoryJournal(limits.memoryJournalBytes),
      ...waiting,
    });
    // When its thread ends, a state in memory is rebuilt from the whole journal.
    const nothing = (): void => undefined;
    const never = (): boolean => false;
    return {
      commandLog,
      isCheckpointDue: never,
      checkpoint: nothing,
      isBroken: never,
      close: nothing,
    };
  }
  makeFolder(persistDir, 0o700);
  const path = join(persistDir, 'commands.log');
  const records: SeenRecord[] = [];
  const log = RecordLog.open(path, (content, position) => records.push({ content, position }));
  try {
    const results = KeyedRecords.open(join(persistDir, 'results.log'));
    const commandLog = new CommandLog({ journal: log, archive: archiveIn(results), ...waiting });
    for (const { content, position } of records) {
      if (commandLog.restore(content, position, requestKeyOf)) continue;
      throw new StoreFault('damaged', `cannot open ${path}: a record in it cannot be read`);
    }
    return {
      commandLog,
      // Waiting commands are written again, so a checkpoint pays only if they are few.
      isCheckpointDue: () => commandLog.closedBytes > Math.max(logBytes, log.size / 2),
      checkpoint: () => commandLog.checkpoint(),
      isBroken: () => log.isBroken,
      close: () => {
        results.close();
        log.close();
      },
    };
  } catch (error) {
    log.close();
    throw error;
  }
}

type SeenRecord = { readonly content: Uint8Array; readonly position: RecordPosition };

function archiveIn(results: KeyedRecords): Archive {
  return {
    find: (requestKey) => {
      const content = results.find(bytesOf(requestKey));
      return content === undefined ? undefined : decodeUtf8(content);
    },
    add: (all) =>
      results.add(
        all.map(({ requestKey, text }) => ({ key: bytesOf(requestKey), content: utf8(text) })),
      ),
  };
}

/** Request keys are 32 bytes in base64url. */
const bytesOf = (requestKey: Hash): Uint8Array => fromBase64Url(requestKey) ?? new Uint8Array(32);

function requestKeyOf(text: string): Hash | undefined {
  // A log may hold many commands. Each begins with its hash, because this server wrote it.
  const written = /^\{"hash":"([\w-]{43})"/.exec(text)?.[1];
  if (written !== undefined) return parseHash(written);
  const command = readCommand(text);
  return command.ok ? command.value.hash : undefined;
}
