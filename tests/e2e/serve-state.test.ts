// `pact serve` from start to end: what it stores, and its messages if it cannot start.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { codeCommand, submission, type SentCommand } from '../support/signed-commands.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';

const deploy = codeCommand(`
  (module counter GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema number value:integer)
    (deftable numbers:{number})
    (defun next ()
      (with-read numbers "n" { "value" := value }
        (update numbers "n" { "value": (+ value 1) })
        (+ value 1)))
    (defun value () (at 'value (read numbers "n"))))
  (create-table numbers)
  (insert numbers "n" { "value": 0 })`);

const nexts = (count: number): readonly SentCommand[] =>
  Array.from({ length: count }, () => codeCommand('(counter.next)'));

const folder = folderWith({});
afterAll(folder.remove);

async function valueOf(server: PactServer): Promise<number> {
  const { text } = await post(server, 'local', codeCommand('(counter.value)').text);
  return Number(/"data":\{"int":(\d+)\}/.exec(text)?.[1] ?? NaN);
}

async function resultsOf(server: PactServer, sent: readonly SentCommand[]): Promise<string> {
  for (const { requestKey } of sent) await post(server, 'listen', { listen: requestKey });
  const { text } = await post(server, 'poll', {
    requestKeys: sent.map(({ requestKey }) => requestKey),
  });
  return text;
}

describe('with persistDir', () => {
  const kept = `persistDir: ${join(folder.path, 'kept')}\n`;
  const sent = [deploy, ...nexts(5)];
  let results = '';

  test('state and results are there after a restart', async () => {
    const server = await startPactServer(kept);
    expect((await post(server, 'send', submission(sent))).status).toBe(200);
    results = await resultsOf(server, sent);
    expect(await server.end('SIGINT')).toBe(0);
    expect(server.output()).toContain('Ended.');
    const again = await startPactServer(kept);
    expect(await resultsOf(again, sent)).toBe(results);
    expect(await valueOf(again)).toBe(5);
    expect((await post(again, 'send', submission(sent))).text).toContain('already been submitted');
    expect(await again.end('SIGTERM')).toBe(0);
  });

  test('a second server is refused', async () => {
    const server = await startPactServer(kept);
    await expect(startPactServer(kept)).rejects.toThrow(/commands\.log is in use by process \d+/);
    await server.end('SIGTERM');
  });

  test('an acknowledged command is executed once, whenever the server is killed', async () => {
    const all = [...sent];
    for (const milliseconds of [0, 40]) {
      const server = await startPactServer(kept);
      const more = nexts(40);
      expect((await post(server, 'send', submission(more))).status).toBe(200);
      all.push(...more);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      expect(await server.end('SIGKILL')).toBe('SIGKILL');
    }
    const server = await startPactServer(kept);
    const reported = await resultsOf(server, all);
    const values = [...reported.matchAll(/"data":\{"int":(\d+)\}/g)].map(([, value]) =>
      Number(value),
    );
    expect(values).toEqual(Array.from({ length: 85 }, (_, i) => i + 1));
    expect(await valueOf(server)).toBe(85);
    await server.end('SIGTERM');
  });

  test('a lost state is rebuilt from the commands', async () => {
    rmSync(join(folder.path, 'kept', 'state.db'));
    const server = await startPactServer(kept);
    expect(await valueOf(server)).toBe(85);
    expect(await resultsOf(server, sent)).toBe(results);
    await server.end('SIGTERM');
  });
});

test('a damaged state is refused, with how to continue if the log has all commands', async () => {
  const path = join(folder.path, 'damaged');
  const kept = `persistDir: ${path}\n`;
  const server = await startPactServer(kept);
  expect((await post(server, 'send', submission([deploy]))).status).toBe(200);
  await resultsOf(server, [deploy]);
  await server.end('SIGTERM');
  const state = join(path, 'state.db');
  const bytes = readFileSync(state);
  bytes[200]! ^= 1;
  writeFileSync(state, bytes);
  await expect(startPactServer(kept)).rejects.toThrow(
    'if you delete this file, the state is rebuilt from commands.log',
  );
});

describe('a compacted log', () => {
  const path = join(folder.path, 'short');
  const kept = `persistDir: ${path}\nlogSize: 16\n`;
  const sent = [deploy, ...nexts(120)];

  test('is some kilobytes long, and every result is there', async () => {
    const server = await startPactServer(kept);
    for (let at = 0; at < sent.length; at += 20) {
      expect((await post(server, 'send', submission(sent.slice(at, at + 20)))).status).toBe(200);
      await resultsOf(server, sent.slice(at, at + 20));
    }
    const reported = await resultsOf(server, sent);
    expect(statSync(join(path, 'commands.log')).size).toBeLessThan(64 * 1024);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    const again = await startPactServer(kept);
    expect(await valueOf(again)).toBe(120);
    expect(await resultsOf(again, sent)).toBe(reported);
    const repeated = await post(again, 'send', submission(sent.slice(0, 1)));
    expect([repeated.status, repeated.text]).toEqual([
      400,
      expect.stringContaining('already been submitted'),
    ]);
    await again.end('SIGTERM');
  });

  test('needs the state, and reports it', async () => {
    rmSync(join(path, 'state.db'));
    await expect(startPactServer(kept)).rejects.toThrow(
      'the state lacks commands that commands.log no longer has',
    );
  });
});

test('a stop answers waiting clients, and leaves pending commands for the next start', async () => {
  const kept = `persistDir: ${join(folder.path, 'stopped')}\n`;
  const server = await startPactServer(kept);
  const sent = [deploy, ...nexts(60)];
  await post(server, 'send', submission(sent));
  const listening = post(server, 'listen', { listen: codeCommand('never').requestKey });
  // Once later requests were answered, the server has received the listen request.
  for (let i = 0; i < 3; i++) await fetch(`${server.address}/version`);
  const ended = server.end('SIGTERM');
  expect((await listening).status).toBe(503);
  expect(await ended).toBe(0);
  const again = await startPactServer(kept);
  await resultsOf(again, sent);
  expect(await valueOf(again)).toBe(60);
  await again.end('SIGTERM');
});

describe('messages if it cannot start', () => {
  const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
  const config = (text: string): string => {
    writeFileSync(join(folder.path, 'c.yaml'), text);
    return 'c.yaml';
  };

  test.each([
    ['prot: 1\n', 'c.yaml:1:1: prot is not known (did you mean port?)\n'],
    [
      'host: a\nport: 70000\n',
      'c.yaml:2:7: port must be a whole number from 0 to 65535, not 70000\n',
    ],
    ['verbose: 7\n', 'c.yaml:1:10: verbose must be true or false, not 7\n'],
    ['execConfig: [DisablePact44, None]\n', 'c.yaml:1:29: execConfig has no flag None\n'],
    ['port: [\n', /^c\.yaml:\d+:\d+: /],
  ])('%j', (text, said) => {
    const { status, stderr, stdout } = run('serve', config(text));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(said);
  });

  test('a missing file, a busy port, an impossible folder', async () => {
    expect(run('-s', 'none.yaml')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^pact: cannot read none\.yaml: /) as string,
    });
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const busy = run('serve', config(`port: ${port}\n`));
    expect(busy).toEqual({
      status: 1,
      stdout: '',
      stderr: `pact: port ${port} of 127.0.0.1 is in use: stop the program that uses it, or choose another port\n`,
    });
    other.close();
    const wrong = run('serve', config('port: 0\npersistDir: c.yaml\n'));
    expect(wrong).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^pact: cannot write c\.yaml: /) as string,
    });
  });
});
