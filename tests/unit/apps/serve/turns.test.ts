// The order in which requests are answered, with a simulated evaluation of known duration.
import { expect, test } from 'vitest';
import type { Reply, ToThread } from '../../../../src/apps/serve/messages.ts';
import { Turns, type Answering } from '../../../../src/apps/serve/turns.ts';

/** Commands and local requests by name, with their duration in milliseconds of the test's clock. */
function server(lengths: Readonly<Record<string, number>>) {
  const inbox: ToThread[] = [];
  const answered: string[] = [];
  const running = new Int32Array(1);
  let time = 0;
  let meanwhile = (): void => undefined;
  let ids = 0;
  const onTime = new Map<number, () => void>();
  /** Works in steps; others may be answered after each step. */
  const work = (name: string, putOff: () => boolean): boolean => {
    for (let left = lengths[name] ?? 0; left > 0; left -= 5) {
      time += 5;
      onTime.get(time)?.();
      meanwhile();
      if (putOff()) return false;
    }
    return true;
  };
  const evaluation: Answering = {
    answer: (question, putOff = () => false): Reply => {
      if (question.kind === 'local') {
        const isDone = work(question.text, putOff);
        return isDone ? { kind: 'local-result', text: question.text } : { kind: 'postponed' };
      }
      if (question.kind === 'execute') work(question.text, () => false);
      const text = question.kind === 'execute' ? question.text : question.kind;
      return { kind: 'local-result', text };
    },
    localBetween: ({ text }) => {
      const length = lengths[text] ?? 0;
      time += Math.min(length, 10);
      return length > 10 ? undefined : { kind: 'local-result', text: `${text} between` };
    },
    doMeanwhile: (each) => (meanwhile = each),
  };
  const turns = new Turns({
    evaluation,
    receive: () => inbox.shift(),
    reply: (_id, reply) => answered.push(reply.kind === 'local-result' ? reply.text : reply.kind),
    running,
    timeLimitMs: 10_000,
    clock: { nowMs: () => time, dateMs: () => time },
  });
  const local = (text: string): void => {
    inbox.push({ id: ids++, question: { kind: 'local', text, time: 0n, preflight: false } });
  };
  const execute = (text: string): void => {
    const recorded = { public: 0n, sealed: 0n };
    const rest = { scope: 'public', time: 0n, isRepeated: false, recorded } as const;
    inbox.push({ id: ids++, question: { kind: 'execute', text, ...rest } });
  };
  const at = (when: number, ask: () => void): void => void onTime.set(when, ask);
  return { turns, local, execute, at, answered };
}

test('commands and local requests alternate, each kind in its order', () => {
  const { turns, local, execute, answered } = server({});
  for (const name of ['a', 'b', 'c']) execute(name);
  for (const name of ['x', 'y']) local(name);
  turns.work();
  expect(answered).toEqual(['a', 'x', 'b', 'y', 'c']);
});

test('short local requests are answered during a command', () => {
  const { turns, local, execute, at, answered } = server({ long: 1000, short: 5 });
  execute('long');
  at(100, () => local('short'));
  turns.work();
  expect(answered).toEqual(['short between', 'long']);
});

test('longer ones wait for its end, and large ones are not tried', () => {
  const large = 'x'.repeat(100_000);
  const { turns, local, execute, at, answered } = server({ long: 1000, longer: 30, [large]: 1 });
  execute('long');
  at(100, () => {
    local('longer');
    local(large);
  });
  turns.work();
  // Its first turn is shorter than that one's.
  expect(answered).toEqual(['long', large, 'longer']);
});

test('a local request that takes long lets others go first, and still ends', () => {
  const { turns, local, answered } = server({ long: 1000, other: 60, third: 60 });
  local('long');
  local('other');
  local('third');
  turns.work();
  expect(answered).toEqual(['other', 'third', 'long']);
});

test('nothing is answered after the end', () => {
  const { turns, local, answered } = server({});
  turns.work({ id: 100, question: { kind: 'close' } });
  expect(answered).toEqual(['close']);
  local('late');
  expect(answered).toEqual(['close']);
});
