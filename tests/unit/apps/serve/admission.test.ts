// The server acknowledges commands only after they are on the disk.

import { expect, test } from 'vitest';
import type { CommandLog, NewCommand } from '../../../../src/apps/serve/command-log.ts';
import { Admission, type AdmissionParts } from '../../../../src/apps/serve/admission.ts';
import { hashText } from '../../../../src/lang/session/run.ts';
import { StoreFault } from '../../../../src/storage/entries/index.ts';

/** Commands that are stored when the test says so. */
function admission() {
  const waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const pumped: string[] = [];
  const commandLog = {
    admit: (commands: readonly NewCommand[]): ReturnType<CommandLog['admit']> => {
      if (commands.some(({ text }) => text === 'unreadable')) {
        throw new StoreFault('damaged', 'an entry of results on the disk is damaged');
      }
      const stays = new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
      return { kind: 'admitted', stays };
    },
  };
  const parts = {
    bodies: {
      commands: (text: string) =>
        Promise.resolve({ kind: 'commands', commands: [{ requestKey: hashText(text), text }] }),
    },
    store: { commandLog, fault: undefined },
    executor: { pump: () => pumped.push('pumped') },
    now: () => 1n,
  };
  // At the boundary: has only the parts that admission uses.
  return { admit: new Admission(parts as unknown as AdmissionParts), waiting, pumped };
}

/** Waits until all pending promises have continued. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('commands are acknowledged and executed once they are on the disk', async () => {
  const { admit, waiting, pumped } = admission();
  let status: number | string = 'waits';
  void admit.admit('one', 'public').then((answer) => (status = answer.kind));
  await settled();
  expect([status, pumped]).toEqual(['waits', []]);
  waiting[0]?.resolve();
  await settled();
  expect([status, pumped]).toEqual(['json', ['pumped']]);
});

test('a disk error is reported to the client, and nothing is executed', async () => {
  const { admit, waiting, pumped } = admission();
  const answer = admit.admit('one', 'public');
  await settled();
  waiting[0]?.reject(new StoreFault('unwritable', 'cannot write to the log: broken'));
  expect(await answer).toMatchObject({ kind: 'fault', status: 503 });
  expect(await admit.admit('unreadable', 'public')).toMatchObject({
    kind: 'fault',
    status: 503,
    sentence: 'an entry of results on the disk is damaged: no command of this request was accepted',
  });
  expect(pumped).toEqual([]);
});
