// The commands of a server and their results on the disk: in order, each once, whatever is damaged.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fromBase64Url } from '../../../../src/base/base64url.ts';
import { CommandLog, type NewCommand } from '../../../../src/apps/serve/command-log.ts';
import { serverTables } from '../../../../src/apps/serve/store.ts';
import { hashText } from '../../../../src/lang/session/run.ts';
import { Environment } from '../../../../src/storage/disk/index.ts';
import { isStoreFault } from '../../../../src/storage/entries/index.ts';
import { folderWith } from '../../../support/command.ts';

const opened: Environment[] = [];
const folders: (() => void)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  for (const remove of folders.splice(0)) remove();
});

function temporaryPath(): string {
  const { path, remove } = folderWith({});
  folders.push(remove);
  return join(path, 'server.mdb');
}

function environmentAt(path: string): Environment {
  const environment = new Environment({ path, tables: serverTables });
  opened.push(environment);
  return environment;
}

const logIn = (environment: Environment): CommandLog =>
  new CommandLog({ environment, maxWaiting: 300, maxWaitingBytes: 1_000_000 });

const command = (name: string): NewCommand => ({
  requestKey: hashText(name),
  scope: 'public',
  text: `{"cmd":"${name}"}`,
});

async function send(log: CommandLog, ...names: readonly string[]): Promise<string> {
  const admission = log.admit(names.map(command), 7n);
  if (admission.kind === 'admitted') await admission.stays;
  return admission.kind;
}

const namesOf = (commands: readonly NewCommand[]): readonly string[] =>
  commands.map(({ text }) => /:"(.*)"/.exec(text)?.[1] ?? '');

describe('the command log', () => {
  it('keeps commands in order, and their results', async () => {
    const first = environmentAt(temporaryPath());
    const log = logIn(first);
    expect(await send(log, 'a', 'b')).toBe('admitted');
    expect(await send(log, 'c')).toBe('admitted');
    expect(log.answer(hashText('a'))).toEqual({ kind: 'waiting' });
    const [a, b] = log.take(2);
    await log.finish(a!, { text: '"A"', step: undefined });
    expect(log.answer(hashText('a'))).toEqual({ kind: 'result', text: '"A"' });
    await log.finish(b!, { text: '', step: undefined });
    expect(log.answer(hashText('b'))).toEqual({ kind: 'kept' });
    expect(await send(log, 'd', 'a')).toBe('duplicate');
    expect(log.waiting).toBe(1);
    await first.close();

    const again = logIn(environmentAt(first.path));
    expect([again.waiting, again.unreadable]).toEqual([1, 0]);
    expect(again.answer(hashText('a'))).toEqual({ kind: 'result', text: '"A"' });
    expect(again.answer(hashText('d'))).toEqual({ kind: 'unknown' });
    expect(await send(again, 'c')).toBe('duplicate');
    expect(await send(again, 'd')).toBe('admitted');
    const taken = again.take(9);
    expect(namesOf(taken)).toEqual(['c', 'd']);
    expect(taken[0]).toMatchObject({ time: 7n, scope: 'public', requestKey: hashText('c') });
    again.putBack(taken);
    expect(namesOf(again.take(1))).toEqual(['c']);
  });

  it('shows a result only when it is on the disk, with what the command changes', async () => {
    const environment = environmentAt(temporaryPath());
    const log = logIn(environment);
    await send(log, 'a');
    const [a] = log.take(1);
    const reader = new Environment({
      path: environment.path,
      tables: serverTables,
      isReading: true,
      onStep: (step) => {
        void log.finish(a!, { text: '"A"', step });
      },
    });
    opened.push(reader);
    const key = Uint8Array.of(1);
    reader.table('entries').put(key, Uint8Array.of(2));
    reader.endStep();
    expect(log.answer(hashText('a'))).toEqual({ kind: 'waiting' });
    await environment.durable();
    await Promise.resolve();
    expect(log.answer(hashText('a'))).toMatchObject({ kind: 'result' });
    await environment.close();
    const again = environmentAt(environment.path);
    expect(again.table('entries').get(key)).toEqual(Uint8Array.of(2));
    expect(logIn(again).waiting).toBe(0);
  });

  it('has limits for commands that wait, and for their characters', async () => {
    const environment = environmentAt(temporaryPath());
    const log = new CommandLog({ environment, maxWaiting: 3, maxWaitingBytes: 40 });
    const large = 'x'.repeat(50);
    expect(await send(log, large)).toBe('admitted');
    expect(log.admit([command('a')], 0n)).toEqual({ kind: 'full', what: 'bytes' });
    await log.finish(log.take(1)[0]!, { text: '1', step: undefined });
    expect(log.admit(['a', 'b', 'c', 'd'].map(command), 0n)).toEqual({
      kind: 'full',
      what: 'commands',
    });
    expect(await send(log, 'a', 'b', 'c')).toBe('admitted');
  });

  it('executes nothing twice and answers nothing wrong after a flipped bit, in whatever key or value', async () => {
    const first = environmentAt(temporaryPath());
    const log = logIn(first);
    const done = Array.from({ length: 16 }, (_, i) => `done ${i}`);
    const waiting = Array.from({ length: 6 }, (_, i) => `waiting ${i}`);
    await send(log, ...done);
    await Promise.all(
      log
        .take(40)
        .map((each) => log.finish(each, { text: `"${each.text.length}"`, step: undefined })),
    );
    await send(log, ...waiting);
    await first.close();
    const bytes = readFileSync(first.path);
    const whole = bytes.toString('latin1');
    const all = [...done, ...waiting];
    const keyText = (name: string): string =>
      Buffer.from(fromBase64Url(hashText(name))!).toString('latin1');
    const places = [
      // A request key, and the checksum and the kind after it.
      ...all.flatMap((name, i) =>
        placesOf(whole, keyText(name)).flatMap((at) => [at + ((7 * i) % 32), at + 32 + (i % 5)]),
      ),
      // What waits, and its number, which is before the checksum.
      ...waiting.flatMap((name, i) =>
        placesOf(whole, hashText(name)).flatMap((at) => [at + i, at - 18 - i, at - 14 - (i % 3)]),
      ),
      ...waiting.flatMap((name, i) => placesOf(whole, command(name).text).map((at) => at + i)),
    ];
    expect(places.length).toBeGreaterThan(60);
    let damagedReads = 0;
    for (const [i, at] of places.entries()) {
      const path = `${first.path}-${at}`;
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (i % 8);
      writeFileSync(path, damaged);
      damagedReads += await checkDamaged(path, { done, waiting });
    }
    expect(damagedReads).toBeGreaterThan(60);
  });
});

function placesOf(whole: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + 1)) places.push(at);
  return places;
}

/** Returns the number of reads that found damage. */
async function checkDamaged(
  path: string,
  { done, waiting }: { readonly done: readonly string[]; readonly waiting: readonly string[] },
): Promise<number> {
  let damaged = 0;
  let environment: Environment;
  try {
    environment = environmentAt(path);
  } catch (error) {
    // A page that leads to the tables.
    expect(isStoreFault(error)).toBe(true);
    return 1;
  }
  const log = logIn(environment);
  const taken = namesOf(log.take(99));
  expect(taken).toEqual(waiting.filter((name) => taken.includes(name)));
  expect(waiting.length - taken.length).toBeLessThanOrEqual(log.unreadable);
  for (const name of [...done, ...waiting]) {
    const text = `"${command(name).text.length}"`;
    const right = done.includes(name) ? { kind: 'result', text } : { kind: 'waiting' };
    const answer = orDamaged(() => log.answer(hashText(name)));
    if (answer === 'damaged') damaged++;
    else expect([name, answer]).toEqual([name, right]);
    const admission = orDamaged(() => log.admit([command(name)], 0n));
    expect(['damaged', 'duplicate']).toContain(
      admission === 'damaged' ? admission : admission.kind,
    );
  }
  // Others are not hindered.
  const others = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const kinds = others.map((name) => {
    const admission = orDamaged(() => log.admit([command(name)], 0n));
    return admission === 'damaged' ? admission : admission.kind;
  });
  expect(kinds.filter((kind) => kind === 'admitted').length).toBeGreaterThan(3);
  await environment.close();
  return damaged + log.unreadable;
}

function orDamaged<T>(read: () => T): T | 'damaged' {
  try {
    return read();
  } catch (error) {
    expect(error).toMatchObject({ code: 'damaged' });
    return 'damaged';
  }
}
