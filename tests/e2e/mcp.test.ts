// `pact mcp`, driven by the client of the SDK over standard input and output.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { Agent } from '../support/mcp-client.ts';

const contract = `(module counter GOVERNANCE
  (defcap GOVERNANCE () true)
  (defun add:integer (a:integer b:integer)
    @doc "Adds."
    (+ a b))
  (defun never () (add 1 2))
)
`;

const place = folderWith({
  'project/pact.yaml': 'sources: [contracts]\ntests: [tests]\n',
  'project/contracts/counter.pact': contract,
  'project/tests/counter.repl': `(begin-tx "load")
(load "../contracts/counter.pact")
(commit-tx)
(begin-tx "sums")
(expect "three" 3 (counter.add 1 2))
(expect "four" 5 (counter.add 2 2))
(expect-failure "stops" "stop" (enforce false "halt"))
(commit-tx)
`,
  'project/more/crossing.repl': `(env-on-chain "1")
(load "crossing.pact")
(env-on-chain "0")
(load "crossing.pact")
(begin-tx)
(env-hash (hash "a"))
(expect "sent" { "amount": 1.5 } (crossing.send 1.5 "1"))
(commit-tx)
(env-on-chain "1")
(begin-tx)
(expect "arrived" 1.75
  (continue-with-proof 1 false (hash "a") (env-on-chain "0" (env-chain-proof "1"))))
(commit-tx)
`,
  'project/more/crossing.pact': `(module crossing G (defcap G () true)
  (defun more:decimal (amount:decimal) (+ amount 0.25))
  (defpact send (amount:decimal target:string)
    (step (yield { "amount": amount } target))
    (step (resume { "amount" := amount } (more amount)))))
`,
  'project/more/within.repl': `(begin-tx "outer")
(defconst KEPT 1)
(expect-failure "the file fails" "halt" (load "parts/fails.repl"))
(expect "the transaction is open" 1 KEPT)
(commit-tx)
`,
  'project/more/nothing.repl': '(+ 1 1)',
  'project/more/parts/fails.repl': '(enforce false "halt")\n(begin-tx "later")\n(commit-tx)\n',
  'project/broken/stops.repl': `(begin-tx "first") (enforce false "no") (commit-tx)
(begin-tx "second") (expect "one" 1 1) (expect "two" 2 1) (load "inner.repl") (commit-tx)`,
  'project/broken/inner.repl': '(enforce false "inner")',
  'project/broken/also.repl': '(at 0 [])',
  'project/many/all.repl': Array.from({ length: 2000 }, (_, n) => `(expect "${n}" 1 2)`).join('\n'),
  'project/broken/wrong.pact': '(module wrong G (defcap G () true) (defun f:integer () (+ 1 "a")))',
  'project/tests/escape.txt': '(load "../../secret.repl")',
  'secret.repl': '"the secret"',
  'other/secret.pact': '(module secret G (defcap G () true))',
});
const project = join(place.path, 'project');
symlinkSync(join(place.path, 'other'), join(project, 'contracts/linked'));
symlinkSync(join(place.path, 'secret.repl'), join(project, 'link.repl'));

let agent: Agent;
beforeAll(async () => {
  agent = await new Agent(project).start();
});
afterAll(async () => {
  await agent.end();
  place.remove();
});

describe('tools', () => {
  test('are listed, with their parameters', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'check',
      'run',
      'test',
      'explain_error',
      'describe',
      'find_symbol',
      'format',
    ]);
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.annotations?.readOnlyHint).toBe(true);
    }
  });

  test('check: the project, and a file with an error', async () => {
    expect(await agent.call('check')).toEqual({
      text: 'Checked 2 files: no errors, 0 warnings',
      isError: false,
    });
    const { text, isError } = await agent.call('check', { paths: ['broken/wrong.pact'] });
    expect(text).toMatch(/^broken\/wrong\.pact:1:\d+: error E\d+: /);
    expect(text).toContain('Checked 1 file: 1 error, 0 warnings');
    expect(isError).toBe(true);
  });

  test('run: forms, a file, and forms after a script', async () => {
    const forms = await agent.call('run', { code: '(+ 1 2)\n(print "shown")' });
    expect(forms.text).toMatch(/^\(interactive\):1: 3\n/);
    expect(forms.text).toContain('print: "shown"');
    expect(forms.text).toMatch(/Done, with \d+ gas$/);
    expect(forms.isError).toBe(false);
    const file = await agent.call('run', { file: 'tests/counter.repl' });
    expect(file.isError).toBe(true);
    expect(file.text).toContain('failed: four');
    expect(file.text).toContain('1 of 3 expectations held');
    const after = await agent.call('run', {
      code: '(counter.add 20 22)',
      setup: 'tests/counter.repl',
    });
    expect(after.text).toContain('42');
    expect(after.text).not.toContain('Loaded');
  });

  test('run: an error shows its position and calls', async () => {
    const { text, isError } = await agent.call('run', { code: '(enforce false "no way")' });
    expect(text).toContain('no way');
    expect(text).toContain('(interactive):1');
    expect(isError).toBe(true);
    const inSetup = await agent.call('run', { code: '1', setup: 'broken/stops.repl' });
    expect(inSetup.text).toMatch(
      /^the setup broken\/stops\.repl ended with an error\nbroken\/stops/,
    );
    expect(inSetup.isError).toBe(true);
  });

  test('run: state is not kept', async () => {
    await agent.call('run', { code: '(defconst kept 1)' });
    expect((await agent.call('run', { code: 'kept' })).text).toContain('kept');
    expect((await agent.call('run', { code: 'kept' })).text).not.toMatch(/: 1$/m);
  });

  test('test: failures with their values, filtered, with coverage', async () => {
    const all = await agent.call('test', { coverage: true });
    expect(all.text).toContain('tests/counter.repl: failed: four (in transaction sums)');
    expect(all.text).toContain('expected: 5');
    expect(all.text).toContain('actual:   4');
    expect(all.text).toContain('halt');
    expect(all.text).toMatch(
      /contracts\/counter\.pact: \d+ % of lines covered; never ran: lines .*6/,
    );
    expect(all.text).toContain(
      '1 expectation passed, 2 failed, in 1 file, 1 of them with failures',
    );
    expect(all.isError).toBe(true);
    const some = await agent.call('test', { paths: ['tests'], filter: 'three' });
    expect(some).toEqual({
      text: '1 expectation passed, 0 failed, in 1 file, 0 of them with failures',
      isError: false,
    });
    expect(await agent.call('test', { filter: 'no such name' })).toEqual({
      text: "nothing matches 'no such name'",
      isError: true,
    });
    expect(await agent.call('test', { paths: ['contracts'] })).toEqual({
      text: 'there are no test scripts (.repl)',
      isError: true,
    });
    const nothing = { paths: ['more/nothing.repl'] };
    expect(await agent.call('test', nothing)).toEqual({
      text:
        '0 expectations passed, 0 failed, in 1 file, 0 of them with failures\n' +
        'the scripts check nothing with expect, expect-failure or expect-that',
      isError: true,
    });
    expect((await agent.call('test', { ...nothing, coverage: true })).isError).toBe(false);
  });

  test('test: errors are counted, in the file that loads the one they are in, whatever the filter', async () => {
    const summary = '1 expectation passed, 1 failed, 3 errors, in 2 files, 2 of them with failures';
    const all = await agent.call('test', { paths: ['broken'] });
    expect(all.text.split('\n').at(-1)).toBe(summary);
    expect(all.text.match(/^\S+: (error in|failed:)/gm)).toHaveLength(4);
    expect(all.isError).toBe(true);
    const none = await agent.call('test', { paths: ['broken'], filter: 'no such name' });
    expect(none.text).toContain('0 expectations passed, 0 failed, 3 errors, in 2 files, 2 of them');
    expect(none.isError).toBe(true);
  });

  test('test: of many failures some are shown, and all are counted', async () => {
    const { text, isError } = await agent.call('test', { paths: ['many'] });
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(60_000);
    const listed = text.match(/^many\/all\.repl: failed: /gm)?.length ?? 0;
    const [, left] = /^\.\.\. and (\d+) more failures$/m.exec(text) ?? [];
    expect(listed + Number(left)).toBe(2000);
    expect(text).toMatch(/^0 expectations passed, 2000 failed, in 1 file, 1 of them/m);
  });

  test('cross-chain scripts run, and a load within expect-failure is expected to fail', async () => {
    const chains = { code: '(load "more/crossing.repl")' };
    expect(await agent.call('run', chains)).toMatchObject({ isError: false });
    for (const path of ['crossing', 'within']) {
      const { text, isError } = await agent.call('test', { paths: [`more/${path}.repl`] });
      expect(text).toMatch(/^2 expectations passed, 0 failed, in 1 file, 0 of them/);
      expect(isError).toBe(false);
    }
  });

  test('explain_error: a code, a rule, and neither', async () => {
    const { text } = await agent.call('explain_error', { code: 'E0101' });
    expect(text).toMatch(/^### E0101 /);
    expect((await agent.call('explain_error', { code: 'unguarded-write' })).text).toContain(
      'unguarded-write',
    );
    const none = await agent.call('explain_error', { code: 'unguarded-writ' });
    expect(none.isError).toBe(true);
    expect(none.text).toContain('Similar: unguarded-write');
  });

  test('describe: a builtin, a special form, a definition form, and an unknown word', async () => {
    expect((await agent.call('describe', { name: 'fold' })).text).toMatch(/^## fold[^]*Examples/);
    expect((await agent.call('describe', { name: 'with-capability' })).text).toContain(
      'with-capability',
    );
    expect((await agent.call('describe', { name: 'defcap' })).text).toContain('defcap');
    const none = await agent.call('describe', { name: 'fodl' });
    expect(none.isError).toBe(true);
    expect(none.text).toContain('Similar names: fold');
  });

  test('find_symbol: its definition and its uses', async () => {
    const { text } = await agent.call('find_symbol', { name: 'counter.add' });
    expect(text).toContain('function counter.add at contracts/counter.pact:3:10');
    expect(text).toContain('@doc "Adds."');
    expect(text).toContain('contracts/counter.pact:6:20 call: (defun never () (add 1 2))');
    expect(text).toMatch(/tests\/counter\.repl:5:\d+ call: /);
    expect((await agent.call('find_symbol', { name: 'counter' })).text).toContain(
      'module counter at',
    );
    const none = await agent.call('find_symbol', { name: 'ad' });
    expect(none.isError).toBe(true);
  });

  test('format: code and a file; nothing is written to disk', async () => {
    const { text } = await agent.call('format', { code: '(+   1\n 2)' });
    expect(text.trim()).toBe('(+ 1 2)');
    expect((await agent.call('format', { file: 'contracts/counter.pact' })).text.trim()).toBe(
      contract.trim(),
    );
    const broken = await agent.call('format', { code: '(+ 1' });
    expect(broken.isError).toBe(true);
    expect(broken.text).toContain('cannot be formatted');
  });
});

describe('input', () => {
  test.each([
    ['check', { paths: 'contracts' }, 'paths: '],
    ['check', { files: [] }, 'Unrecognized key'],
    ['check', { paths: Array.from({ length: 101 }, () => 'a') }, 'paths: '],
    ['run', {}, 'give either code or file'],
    ['run', { code: '1', file: 'a.repl' }, 'give either code or file'],
    ['run', { code: '1', seconds: 100_000 }, 'seconds: '],
    ['run', { code: 'x'.repeat(1_000_001) }, 'code: '],
    ['describe', {}, 'name: '],
    ['run', { file: 'no-such.repl' }, 'there is no such file'],
    ['check', { paths: ['no-such'] }, 'no-such'],
  ])('%s refuses invalid input and says why', async (tool, input, sentence) => {
    const { text, isError } = await agent.call(tool, input);
    expect(isError).toBe(true);
    expect(text).toContain(sentence);
  });

  test('an unknown tool is an error of the protocol', async () => {
    await expect(agent.call('delete')).rejects.toThrow('there is no tool delete');
  });
});

describe('the folder of the project', () => {
  const refusal = 'it is outside of the project folder';

  test.each([
    ['run', { file: '../secret.repl' }],
    ['run', { file: 'link.repl' }],
    ['run', { file: '/etc/passwd' }],
    ['run', { code: '1', setup: '../secret.repl' }],
    ['format', { file: 'contracts/linked/secret.pact' }],
    ['check', { paths: ['..'] }],
    ['check', { paths: ['contracts/linked'] }],
    ['test', { paths: ['tests/../..'] }],
  ])('%s does not leave it', async (tool, input) => {
    const { text, isError } = await agent.call(tool, input);
    expect(isError).toBe(true);
    expect(text).toContain(refusal);
    expect(text).not.toContain('the secret');
  });

  test.each(['../secret.repl', 'link.repl', '/etc/passwd', 'contracts/linked/secret.pact'])(
    'code cannot load %s',
    async (path) => {
      const { text } = await agent.call('run', { code: `(load "${path}")` });
      expect(text).toContain(refusal);
      expect(text).not.toContain('the secret');
    },
  );
});

/** Runs for minutes. */
const endless =
  '(length (map (lambda (n) (fold (+) n (enumerate 1 10000))) (enumerate 1 1000000)))';

describe('limits', () => {
  test('a program without end is stopped, and its output is shown', async () => {
    const { text, isError } = await agent.call('run', {
      code: `(print "begun")\n${endless}`,
      seconds: 3,
    });
    expect(isError).toBe(true);
    expect(text).toContain('the call took longer than 3 s and was stopped');
    expect(text).toContain('begun');
  });

  test('endless output is cut', async () => {
    const { text } = await agent.call('run', {
      code: '(map (lambda (n) (print (format "line {}" [n]))) (enumerate 1 1000000))',
    });
    expect(text.length).toBeLessThan(61_000);
    expect(text).toContain('the output is longer than 60000 characters');
    expect(text).toContain('line 1');
  });

  test('a single text that is too long is cut', async () => {
    const { text } = await agent.call('run', {
      code: '(concat (map (lambda (n) "0123456789") (enumerate 1 20000)))',
    });
    expect(text.length).toBeLessThan(61_000);
  });

  test('two concurrent calls are both answered', async () => {
    const [one, two] = await Promise.all([
      agent.call('run', { code: '(+ 1 1)' }),
      agent.call('run', { code: '(+ 2 2)' }),
    ]);
    expect(one.text).toContain(': 2\n');
    expect(two.text).toContain(': 4\n');
  });

  test('a call that is cancelled ends, and others continue', async () => {
    const control = new AbortController();
    const running = agent.call(
      'run',
      {
        code: endless,
      },
      { signal: control.signal },
    );
    const also = agent.call('run', { code: '(+ 3 4)' });
    control.abort();
    await expect(running).rejects.toThrow();
    expect((await also).text).toContain(': 7\n');
    // Both slots are free again.
    const next = await Promise.all(
      [1, 2, 3].map((n) => agent.call('run', { code: `(+ ${n} 10)` })),
    );
    expect(next.map(({ text }) => text.split('\n', 1)[0])).toEqual(
      [11, 12, 13].map((n) => `(interactive):1: ${n}`),
    );
  });
});

test('the documentation can be read', async () => {
  const { resources } = await agent.client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain('pact-docs:///errors.md');
  const { contents } = await agent.client.readResource({ uri: 'pact-docs:///errors.md' });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('# Errors') as unknown });
  await expect(agent.client.readResource({ uri: 'pact-docs:///../package.json' })).rejects.toThrow(
    'there is no resource',
  );
});

test('an invalid folder is refused', () => {
  const { status, stderr } = runCommand(['mcp', 'no-such-folder']);
  expect(status).toBe(2);
  expect(stderr).toBe('pact: cannot serve no-such-folder: there is no such file\n');
  expect(runCommand(['mcp', 'package.json']).stderr).toBe('pact: package.json is not a folder\n');
});
