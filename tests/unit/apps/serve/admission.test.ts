// The server acknowledges commands only after they are on the disk.

import { expect, test } from 'vitest';
import { CommandLog, MemoryJournal } from '../../../../src/apps/command-log/index.ts';
import { hashText } from '../../../../src/lang/session/run.ts';
import { Admission, type AdmissionParts } from '../../../../src/apps/serve/admission.ts';
import { StoreFault } from '../../../../src/storage/entries/index.ts';

/** A journal whose sync ends when the test says so. */
class SlowJournal extends MemoryJournal {
  readonly waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] =
    [];

  override sync(): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
}

function admission() {
  const journal = new SlowJournal();
  const commandLog = new CommandLog({ journal, maxWaiting: 5 });
  const pumped: number[] = [];
  const parts = {
    bodies: {
      commands: (text: string) =>
        Promise.resolve({ kind: 'commands', commands: [{ requestKey: hashText(text), text }] }),
    },
    commandLog,
    executor: { pump: () => pumped.push(commandLog.take(5).length) },
    now: () => 1n,
  };
  // At the boundary: has only the parts that admission uses.
  return { admit: new Admission(parts as unknown as AdmissionParts), journal, pumped };
}

/** Waits until all pending promises have continued. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('commands are acknowledged and executed once they are on the disk', async () => {
  const { admit, journal, pumped } = admission();
  let status: number | string = 'waits';
  void admit.admit('one', 'public').then((answer) => (status = answer.kind));
  await settled();
  expect([status, pumped]).toEqual(['waits', []]);
  journal.waiting[0]?.resolve();
  await settled();
  expect([status, pumped]).toEqual(['json', [1]]);
});

test('a disk error is reported to the client, and nothing is executed', async () => {
  const { admit, journal, pumped } = admission();
  const answer = admit.admit('one', 'public');
  await settled();
  journal.waiting[0]?.reject(new StoreFault('unwritable', 'cannot write to the log: broken'));
  expect(await answer).toMatchObject({ kind: 'fault', status: 503 });
  expect(pumped).toEqual([]);
});
