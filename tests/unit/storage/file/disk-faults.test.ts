// Full or failing disks: earlier writes stay, half a write does not, and a write is only reported as durable after the disk
// has synced it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { systemSentence } from '../../../../src/apps/cli/exit.ts';
import { diskFault, RecordLog } from '../../../../src/storage/file/index.ts';
import { StateFile } from '../../../../src/storage/file/state-file.ts';
import { diskCalls, diskError, withDisk } from '../../../support/disk-faults.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `file-${count++}`);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

/** Writes half of the bytes, then fails. */
const halfWrites = (own: { readonly writeSync: unknown }) => {
  let isHalfDone = false;
  const write = own.writeSync as (...args: unknown[]) => number;
  return {
    writeSync: (file: number, all: Uint8Array, from: number, length: number, at: number) => {
      if (isHalfDone) throw diskError('ENOSPC');
      isHalfDone = true;
      return write(file, all, from, Math.floor(length / 2), at);
    },
  };
};

const failing = (): never => {
  throw diskError('EIO');
};

/** `fdatasync` with a callback. */
const failingLater = (_: number, done: (error: Error) => void): void =>
  void setTimeout(() => done(diskError('EIO')), 1);

describe('a state file', () => {
  /** Opens a file with a snapshot and one change. */
  function opened(path: string): StateFile {
    const { file } = StateFile.open(path);
    file.replace(bytes('snapshot'));
    file.append(bytes('first'), true);
    return file;
  }

  const contentOf = (path: string): readonly string[] => {
    const { file, content } = StateFile.open(path);
    file.close();
    return [text(content.snapshot ?? bytes('none')), ...content.changes.map(text)];
  };

  test('half of a change that did not fit is removed, and others follow', async () => {
    const path = newPath();
    const file = opened(path);
    const before = readFileSync(path);
    await withDisk(halfWrites, () => {
      expect(() => file.append(bytes('too large for the disk'), true)).toThrow('the disk is full');
    });
    expect(readFileSync(path)).toEqual(before);
    file.append(bytes('second'), true);
    file.close();
    expect(contentOf(path)).toEqual(['snapshot', 'first', 'second']);
  });

  test('is not written to if half of a change could not be removed', async () => {
    const path = newPath();
    const file = opened(path);
    await withDisk(
      (own) => ({ ...halfWrites(own), ftruncateSync: failing }),
      () => expect(() => file.append(bytes('lost'), true)).toThrow('the disk is full'),
    );
    expect(() => file.append(bytes('second'), true)).toThrow('the disk has an error');
    file.close();
    expect(contentOf(path)).toEqual(['snapshot', 'first']);
  });

  test('a failed sync is reported, and nothing is written afterwards', async () => {
    const path = newPath();
    const file = opened(path);
    await withDisk(
      () => ({ fdatasyncSync: failing }),
      () => expect(() => file.append(bytes('unknown'), true)).toThrow('the disk has an error'),
    );
    const before = readFileSync(path);
    expect(() => file.append(bytes('second'), false)).toThrow('the disk has an error');
    expect(() => file.sync()).toThrow('the disk has an error');
    expect(() => file.replace(bytes('other'))).toThrow('the disk has an error');
    expect(readFileSync(path)).toEqual(before);
    file.close();
  });

  test('syncs durable changes, and a snapshot before and after it replaces the file', async () => {
    const file = opened(newPath());
    expect(await diskCalls(() => file.append(bytes('second'), true))).toEqual(['write', 'sync']);
    expect(await diskCalls(() => file.append(bytes('third'), false))).toEqual(['write']);
    expect(await diskCalls(() => file.sync())).toEqual(['sync']);
    expect(await diskCalls(() => file.replace(bytes('all')))).toEqual([
      'write',
      'sync',
      'rename',
      'sync',
    ]);
    file.close();
  });

  test('a snapshot that did not fit leaves the file unchanged', async () => {
    const path = newPath();
    const file = opened(path);
    await withDisk(halfWrites, () => {
      expect(() => file.replace(bytes('a larger snapshot'))).toThrow('the disk is full');
    });
    file.append(bytes('second'), true);
    file.close();
    expect(contentOf(path)).toEqual(['snapshot', 'first', 'second']);
  });
});

describe('a log', () => {
  const open = (path: string): { readonly log: RecordLog; readonly seen: readonly string[] } => {
    const seen: string[] = [];
    return { log: RecordLog.open(path, (content) => seen.push(text(content))), seen };
  };

  const contentOf = (path: string): readonly string[] => {
    const { log, seen } = open(path);
    log.close();
    return seen;
  };

  test('if several records did not fit, none is kept, and others follow', async () => {
    const path = newPath();
    const { log } = open(path);
    log.append([bytes('first')]);
    const before = readFileSync(path);
    await withDisk(halfWrites, () => {
      expect(() => log.append([bytes('one'), bytes('two')])).toThrow('the disk is full');
    });
    expect(readFileSync(path)).toEqual(before);
    expect(log.isBroken).toBe(false);
    log.append([bytes('second')]);
    log.close();
    expect(contentOf(path)).toEqual(['first', 'second']);
  });

  test('a record after a complete one is removed with it', async () => {
    const path = newPath();
    const { log } = open(path);
    let writes = 0;
    await withDisk(
      (own) => ({
        writeSync: (...args: never[]) => {
          if (++writes === 2) throw diskError('ENOSPC');
          return (own.writeSync as (...args: never[]) => number)(...args);
        },
      }),
      () => expect(() => log.append([bytes('one'), bytes('two')])).toThrow('the disk is full'),
    );
    const [position] = log.append([bytes('third')]);
    expect(text(log.read(position!))).toBe('third');
    log.close();
    expect(contentOf(path)).toEqual(['third']);
  });

  test('a failed sync is reported to all that wait for it, and nothing is written afterwards', async () => {
    const path = newPath();
    const { log } = open(path);
    log.append([bytes('unknown')]);
    const answers = await withDisk(
      () => ({ fdatasync: failingLater }),
      () => Promise.allSettled([log.sync(), log.sync(), log.sync()]),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(log.isBroken).toBe(true);
    expect(() => log.append([bytes('second')])).toThrow('the disk has an error');
    expect(() => log.replace([])).toThrow('the disk has an error');
    await expect(log.sync()).rejects.toThrow('the disk has an error');
    log.close();
  });

  test('a sync requested during another one is separate', async () => {
    const { log } = open(newPath());
    const calls = await diskCalls(async () => {
      log.append([bytes('first')]);
      const first = log.sync();
      log.append([bytes('second')]);
      await Promise.all([first, log.sync()]);
      log.append([bytes('third')]);
    });
    expect(calls).toEqual(['write', 'sync', 'write', 'sync', 'write']);
    log.close();
  });

  test('syncs new records before and after they replace the old ones, and all at the end', async () => {
    const { log } = open(newPath());
    log.append([bytes('first')]);
    expect(await diskCalls(() => log.replace([bytes('second')]))).toEqual([
      'write',
      'sync',
      'rename',
      'sync',
    ]);
    log.append([bytes('third')]);
    expect(await diskCalls(() => log.close())).toEqual(['sync']);
  });

  test('new records that did not fit leave the log unchanged', async () => {
    const path = newPath();
    const { log } = open(path);
    const [position] = log.append([bytes('first')]);
    await withDisk(halfWrites, () => {
      expect(() => log.replace([bytes('other')])).toThrow('the disk is full');
    });
    expect(text(log.read(position!))).toBe('first');
    log.close();
    expect(contentOf(path)).toEqual(['first']);
  });
});

test('a folder that cannot be created is not reported as missing', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ENOENT', syscall: 'mkdir' });
  expect(diskFault('open', '/proc/x', refused).message).toBe(
    'cannot create /proc/x: no folder can be created there',
  );
  expect(systemSentence(Object.assign(refused, { path: '/proc/x' }))).toBe(
    'cannot create /proc/x: no folder can be created there',
  );
});

test('an error that has no sentence of its own is told as the system tells it', () => {
  const odd = Object.assign(new Error('EXDEV: cross-device link'), { code: 'EXDEV' });
  expect(diskFault('open', '/state', odd).message).toBe(
    'cannot open /state: EXDEV: cross-device link',
  );
  expect(diskFault('open', '/state', 'odd').message).toBe('cannot open /state: odd');
});
