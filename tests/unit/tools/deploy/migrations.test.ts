// Migrations: their place in a deployment, when they run, and the faults of their files and settings.
import { expect, test } from 'vitest';
import { FakeChain, fakeHash } from '../../../support/fake-chain.ts';
import {
  contracts,
  deployedProject as project,
  setUpDeployment as setUp,
} from '../../../support/deployment.ts';

const migrations = [
  { file: 'one.pact', module: 'a', done: '(done-one)', text: '(write-one)\n(write-more)' },
  { file: 'two.pact', module: 'b', done: '(done-two)', text: '(write-two) ; the last' },
  { file: 'three.pact', module: 'a', done: '(done-three)', text: '(write-three)' },
];
const upgraded = (...old: readonly string[]) => {
  const found = setUp(new FakeChain(), undefined, migrations);
  found.chain.keysets.add('admin');
  found.chain.tables.add('a.t');
  for (const [file, code] of Object.entries(contracts)) {
    const [name = ''] = file.split('.');
    const module = code.slice(code.indexOf('(module')).split('\n(create')[0]!;
    found.chain.modules.set(name, old.includes(name) ? fakeHash('old') : fakeHash(module));
  }
  return found;
};
const run = (chain: FakeChain) =>
  chain.mined.map(({ code }) => [...code.matchAll(/write-\w+/g)].map(([name]) => name));

test('run in the upgrade of their module, in order, and not a second time', async () => {
  const { run: deployNow, chain } = upgraded('a', 'b');
  expect(await deployNow()).toMatchObject({ kind: 'done', sent: 3 });
  // The third belongs to the first module, but must wait for the second one.
  expect(run(chain)).toEqual([['write-one', 'write-more'], ['write-two'], ['write-three']]);
  expect(chain.mined[0]!.code).toContain(
    '(if (done-one) "already done" (let ((pact-deploy true))\n(write-one)\n(write-more)))\n' +
      '(let ((migrated (done-one))) (enforce migrated "one.pact: done is still false after the migration"))',
  );
  expect(chain.mined[2]!.code).toMatch(/^\(use a\)\n\(acquire-module-admin a\)\n\(if/);
  expect(await deployNow()).toMatchObject({ kind: 'done', sent: 0 });
});

test('run on a chain that has the newest modules, if it says that they have not', async () => {
  const { run: deployNow, chain } = upgraded();
  chain.done.add('(done-one)');
  expect(await deployNow()).toMatchObject({ kind: 'done', sent: 2 });
  expect(run(chain)).toEqual([['write-two'], ['write-three']]);
});

test('are asked for after an installation, which may leave nothing to do', async () => {
  const { run: deployNow, chain } = setUp(new FakeChain(), undefined, migrations);
  chain.after = (_, answer) => {
    if (chain.modules.has('a')) chain.done.add('(done-one)').add('(done-three)');
    return answer;
  };
  expect(await deployNow()).toMatchObject({ kind: 'done', sent: 4 });
  expect(run(chain)).toEqual([[], [], [], ['write-two']]);
});

test('become transactions of their own if the upgrade is too large', async () => {
  const { run: deployNow, chain, killedAt } = upgraded('a');
  chain.gasFor = 240;
  await killedAt(4);
  expect(await deployNow()).toMatchObject({ kind: 'done' });
  expect(run(chain)).toEqual([[], ['write-one', 'write-more'], ['write-two'], ['write-three']]);
});

test('that a chain with the newest module cannot tell are faults', async () => {
  const { run: deployNow, chain } = upgraded();
  chain.before = (_, body) =>
    body.includes('done-two')
      ? {
          kind: 'answer',
          status: 200,
          text: '{"result":{"status":"failure","error":{"message":"Unbound variable done-two"}}}',
        }
      : undefined;
  expect(await deployNow()).toEqual({
    kind: 'fault',
    sent: 0,
    sentences: ['two.pact: chain 0 cannot tell whether it is done: Unbound variable done-two'],
  });
});

test.each([
  ['', 'm.pact: the migration is empty: write the forms to run'],
  [
    '(f)\n(module c G (defcap G () true))',
    'm.pact:2: a migration contains expressions only: write the module in a contract, under sources',
  ],
  [
    '(use b)',
    'm.pact:1: a migration contains expressions only: the members of a need no use; write full names for those of other modules',
  ],
  ['(f', 'm.pact:1: it cannot be read: '],
])('faults of the file: %s', (text, sentence) => {
  expect(() => project(contracts, [{ file: 'm.pact', module: 'a', done: 'true', text }])).toThrow(
    sentence,
  );
});

test('faults of the settings', () => {
  const wrong = (module: string, done: string) => () =>
    project(contracts, [{ file: 'm.pact', module, done, text: '(f)' }]);
  expect(wrong('x.a', 'true')).toThrow(
    'm.pact: x.a is not a module of this project, which has a, b',
  );
  expect(wrong('a', '')).toThrow(
    'm.pact: done must be one expression that is true once it has run',
  );
  expect(wrong('a', '(f) (g)')).toThrow('m.pact: done must be one expression');
});
