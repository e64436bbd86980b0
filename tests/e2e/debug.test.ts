// `pact debug` from the client's side: the protocol over standard input and output with a client of our own, and over a port
// with the client library from the registry.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bank, bankSession } from '../support/bank.ts';
import { StdioDebugClient } from '../support/debug-client.ts';
import { root } from '../support/project-files.ts';

let folder = '';
let program = '';
let contract = '';
const clients: StdioDebugClient[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-debug-'));
  program = join(folder, 'test.repl');
  contract = join(folder, 'bank.pact');
  writeFileSync(contract, bank);
  writeFileSync(
    program,
    `${bankSession}(env-hash (hash "pact"))
(bank.two-steps "alice" "bob" 10.0)
(continue-pact 1)
(print "😀 end")
(expect "paid" 11.0 12.0)
`,
  );
  writeFileSync(
    join(folder, 'endless.repl'),
    '(map (lambda (x) (map (lambda (y) (+ x y)) (enumerate 1 100000))) (enumerate 1 100000))',
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(() => {
  for (const { process: each } of clients.splice(0)) each.kill('SIGKILL');
});

function client(args: readonly string[] = []): StdioDebugClient {
  const made = new StdioDebugClient(args, folder);
  clients.push(made);
  return made;
}

async function top(of: StdioDebugClient): Promise<string> {
  const [frame] = (await of.request('stackTrace', { threadId: 1 }))[
    'stackFrames'
  ] as DebugProtocol.StackFrame[];
  return `${frame?.source?.name}:${frame?.line} ${frame?.name}`;
}

type Scopes = Readonly<Record<string, readonly DebugProtocol.Variable[]>>;

async function scopes(of: StdioDebugClient, frameId: number): Promise<Scopes> {
  const found = (await of.request('scopes', { frameId }))['scopes'] as DebugProtocol.Scope[];
  const all: Record<string, readonly DebugProtocol.Variable[]> = {};
  for (const { name, variablesReference } of found) {
    const { variables } = await of.request('variables', { variablesReference });
    all[name] = variables as readonly DebugProtocol.Variable[];
  }
  return all;
}

it('stops on a line, shows the state, evaluates, steps both ways, and finishes', async () => {
  const debug = client();
  const stopped = debug.event('stopped');
  await debug.launch({ program }, async () => {
    const { breakpoints } = await debug.request('setBreakpoints', {
      source: { path: contract },
      breakpoints: [{ line: 19 }],
    });
    expect(breakpoints).toEqual([{ id: 1, verified: true, line: 19, column: 9 }]);
    await debug.request('setExceptionBreakpoints', { filters: [] });
  });
  expect((await stopped).body).toMatchObject({ reason: 'breakpoint', hitBreakpointIds: [1] });
  expect(await top(debug)).toBe('bank.pact:19 bank.debit');
  const inner = await scopes(debug, 1);
  expect(inner['Locals']?.map(({ name, value }) => `${name} = ${value}`)).toEqual([
    'old = 100.0',
    'new = 90.0',
  ]);
  expect(inner['Capabilities']?.map(({ name, value }) => `${name} ${value}`)).toContain(
    'granted 1',
  );
  const outer = await scopes(debug, 2);
  expect(outer['Arguments']?.map(({ name }) => name)).toEqual(['from', 'to', 'amount']);
  const evaluate = (expression: string, frameId: number): Promise<unknown> =>
    debug.request('evaluate', { expression, frameId, context: 'repl' });
  expect(await evaluate('(+ new 1.0)', 1)).toMatchObject({ result: '91.0' });
  expect(await evaluate('(update accounts "bob" { "balance": 7.0 })', 2)).toMatchObject({
    result: '"Write succeeded"',
  });
  expect(await evaluate('(at "balance" (read accounts "bob"))', 2)).toMatchObject({
    result: '1.0',
  });
  const places: string[] = [];
  for (const command of ['next', 'stepIn', 'stepBack', 'stepBack', 'stepOut']) {
    const arrived = debug.event('stopped');
    await debug.request(command, { threadId: 1 });
    await arrived;
    places.push(await top(debug));
  }
  expect(places).toEqual([
    'bank.pact:34 bank.two-steps',
    'test.repl:8 (continue-pact 1)',
    'test.repl:7 (bank.two-steps "alice" "bob" 10.0)',
    'test.repl:6 (env-hash (hash "pact"))',
    'bank.pact:19 bank.debit',
  ]);
  const terminated = debug.event('terminated');
  await debug.request('setBreakpoints', { source: { path: contract }, breakpoints: [] });
  await debug.request('continue', { threadId: 1 });
  await terminated;
  const outputs = debug.events
    .filter(({ event }) => event === 'output')
    .map((each) => each.body as unknown);
  expect(outputs).toMatchObject([
    { category: 'stdout', output: '"😀 end"\n', line: 9 },
    { category: 'stderr', output: 'FAILURE: paid expected: 11.0, received: 12.0\n', line: 10 },
  ]);
  expect(debug.events.find(({ event }) => event === 'exited')?.body).toEqual({ exitCode: 1 });
  await debug.request('disconnect');
  expect(await debug.exited).toBe(0);
  expect(debug.faults).toEqual([]);
});

it('reports where no breakpoint is possible, at the requested line', async () => {
  const debug = client();
  await debug.launch({ program, stopOnEntry: true }, async () => {
    const set = (path: string, line: number) =>
      debug.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] });
    expect((await set(contract, 999))['breakpoints']).toMatchObject([
      { verified: false, line: 999, message: 'no form begins here or below' },
    ]);
    expect((await set(join(folder, 'none.pact'), 3))['breakpoints']).toMatchObject([
      { verified: false, line: 3, message: 'the file cannot be read' },
    ]);
  });
});

it('sets each other kind of breakpoint', async () => {
  const debug = client();
  const entry = debug.event('stopped');
  await debug.launch({ program, stopOnEntry: true }, async () => {
    const { breakpoints } = await debug.request('setFunctionBreakpoints', {
      breakpoints: [
        { name: 'bank.debit', condition: '(= amount 10.0)' },
        { name: 'event bank.DEBIT', hitCondition: '1' },
        { name: 'not a (name' },
      ],
    });
    expect(breakpoints).toMatchObject([
      { verified: true },
      { verified: true },
      { verified: false },
    ]);
    await debug.request('setExceptionBreakpoints', { filters: ['expectation'] });
  });
  expect((await entry).body).toMatchObject({ reason: 'entry' });
  const reached: unknown[] = [];
  const proceed = async (command = 'continue'): Promise<void> => {
    const stopped = debug.event('stopped');
    await debug.request(command, { threadId: 1 });
    const { reason } = (await stopped).body as { readonly reason: string };
    reached.push(reason, await top(debug));
  };
  await proceed();
  await proceed();
  // A row of the Tables scope.
  const { Tables: [table] = [] } = await scopes(debug, 1);
  const info = await debug.request('variables', { variablesReference: table?.variablesReference });
  const rows = info['variables'] as readonly DebugProtocol.Variable[];
  expect(rows.map(({ name }) => name)).toEqual(['alice', 'bob']);
  const { dataId } = await debug.request('dataBreakpointInfo', {
    variablesReference: table?.variablesReference,
    name: 'bob',
  });
  await debug.request('setDataBreakpoints', { breakpoints: [{ dataId }] });
  await proceed();
  await proceed('reverseContinue');
  await proceed('reverseContinue');
  await proceed();
  await proceed();
  await proceed();
  expect(reached).toEqual([
    'function breakpoint',
    'bank.pact:32 bank.two-steps',
    'function breakpoint',
    'bank.pact:15 bank.debit',
    'data breakpoint',
    'bank.pact:22 bank.credit',
    'function breakpoint',
    'bank.pact:15 bank.debit',
    'function breakpoint',
    'bank.pact:32 bank.two-steps',
    'function breakpoint',
    'bank.pact:15 bank.debit',
    'data breakpoint',
    'bank.pact:22 bank.credit',
    'exception',
    'test.repl:10 (expect "paid" 11.0 12.0)',
  ]);
  expect(await debug.request('exceptionInfo', { threadId: 1 })).toMatchObject({
    description: 'FAILURE: paid expected: 11.0, received: 12.0',
  });
});

it('runs back to the last write of a row', async () => {
  const debug = client(['--at-failure', 'test.repl:10']);
  const stopped = debug.event('stopped');
  await debug.launch({});
  expect((await stopped).body).toMatchObject({ reason: 'exception' });
  const again = debug.event('stopped');
  await debug.request('pact/lastWrite', { table: 'bank.accounts', key: 'alice' });
  await again;
  expect(await top(debug)).toBe('bank.pact:19 bank.debit');
});

it('answers faulty messages and continues', async () => {
  const debug = client();
  debug.send('Content-Length: 7\r\n\r\nnot js}');
  debug.send('nonsense\r\n\r\n');
  debug.send('Content-Length: 4\r\n\r\nnull');
  debug.send('Content-Length: 2\r\n\r\n[]');
  expect(await debug.respond('no-such-request')).toMatchObject({ success: false });
  expect(await debug.respond('stackTrace', { threadId: 1 })).toMatchObject({ success: false });
  expect(await debug.respond('launch', {})).toMatchObject({
    success: false,
    message: 'program is missing: the script to run',
  });
  expect(await debug.respond('configurationDone')).toMatchObject({ success: false });
  await debug.launch({ program, stopOnEntry: true });
  expect(await debug.respond('setBreakpoints')).toMatchObject({ success: false });
  expect(
    await debug.respond('setBreakpoints', {
      source: { path: contract },
      breakpoints: [{ line: 19, hitCondition: 'often' }],
    }),
  ).toMatchObject({ success: false });
  expect(await debug.respond('variables', { variablesReference: 999 })).toMatchObject({
    success: false,
  });
  expect(await debug.respond('evaluate', { expression: '(' })).toMatchObject({ success: false });
  expect(await debug.request('threads')).toEqual({ threads: [{ id: 1, name: 'program' }] });
  expect(debug.faults).toEqual([]);
});

it('pauses and disconnects from a program that does not end', async () => {
  const debug = client();
  await debug.launch({ program: join(folder, 'endless.repl') });
  const stopped = debug.event('stopped');
  await debug.request('pause', { threadId: 1 });
  expect((await stopped).body).toMatchObject({ reason: 'pause' });
  await debug.request('continue', { threadId: 1 });
  expect(await debug.respond('stackTrace', { threadId: 1 })).toMatchObject({
    success: false,
    message: 'the program is running',
  });
  await debug.request('disconnect');
  expect(await debug.exited).toBe(0);
});

it('ends when its client closes the input while a program runs', async () => {
  const debug = client();
  await debug.launch({ program: join(folder, 'endless.repl') });
  debug.process.stdin.end();
  expect(await debug.exited).toBe(0);
});

it('reports why a program cannot be run', async () => {
  const debug = client();
  const terminated = debug.event('terminated');
  await debug.launch({ program: join(folder, 'missing.repl') });
  await terminated;
  const output = debug.events.find(({ event }) => event === 'output');
  expect((output?.body as { output: string }).output).toMatch(/missing\.repl/);
});

it('serves the client library of the registry on a port, one client after the other', async () => {
  const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'debug', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [line] = (await new Promise<string[]>((resolve) => {
      createInterface(server.stderr).once('line', (text) => resolve([text]));
    })) as [string];
    const port = Number(/:(\d+)$/.exec(line)?.[1]);
    for (let i = 0; i < 2; i++) {
      const library = new DebugClient('node', '', 'pact');
      await library.start(port);
      await library.hitBreakpoint({ program }, { path: contract, line: 19 });
      const { body } = await library.stackTraceRequest({ threadId: 1 });
      expect(body.stackFrames[0]).toMatchObject({ name: 'bank.debit', line: 19 });
      await library.disconnectRequest({});
    }
  } finally {
    server.kill('SIGKILL');
  }
});
