// `pact serve` from start to end: what it stores, and its messages if it cannot start.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
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
    await expect(startPactServer(kept)).rejects.toThrow(/server\.mdb is in use by process \d+/);
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
});

describe('the folder', () => {
  test('of an earlier version is refused, with what to do', async () => {
    const path = join(folder.path, 'earlier');
    mkdirSync(path);
    writeFileSync(join(path, 'commands.log'), '');
    await expect(startPactServer(`persistDir: ${path}\n`)).rejects.toThrow(
      'earlier has commands.log, in which an earlier version of pact kept its state',
    );
  });

  test('has a file of pact, or is refused', async () => {
    const path = join(folder.path, 'foreign');
    mkdirSync(path);
    writeFileSync(join(path, 'server.mdb'), 'something else'.repeat(1000));
    await expect(startPactServer(`persistDir: ${path}\n`)).rejects.toThrow(
      'server.mdb is not a file of pact, or its beginning is damaged',
    );
  });

  test('stops acknowledgement when it is moved away, and not when it is back', async () => {
    const path = join(folder.path, 'moved');
    const server = await startPactServer(`persistDir: ${path}\n`);
    const before = nexts(3);
    await post(server, 'send', submission([deploy, ...before]));
    const results = await resultsOf(server, [deploy, ...before]);
    expect(await valueOf(server)).toBe(3);
    renameSync(path, `${path}.away`);
    for (let i = 0; i < 3; i++) {
      const { status, text } = await post(server, 'send', submission(nexts(1)));
      expect([status, text]).toEqual([503, expect.stringContaining('was removed or replaced')]);
    }
    expect(await valueOf(server)).toBe(3);
    expect(await resultsOf(server, [deploy, ...before])).toBe(results);
    expect(server.output()).toContain('Commands are not acknowledged until writing succeeds');
    renameSync(`${path}.away`, path);
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('written again');
    const after = nexts(1);
    expect((await post(server, 'send', submission(after))).status).toBe(200);
    await resultsOf(server, after);
    // The first of the refused commands was in doubt: its answer asked to poll for it.
    expect(await valueOf(server)).toBe(5);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

test('without persistDir nothing stays on the disk', async () => {
  const temporary = join(folder.path, 'temporary');
  mkdirSync(temporary);
  const server = await startPactServer('', { env: { TMPDIR: temporary } });
  await post(server, 'send', submission([deploy]));
  await resultsOf(server, [deploy]);
  expect(readdirSync(temporary)).toHaveLength(1);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a full disk stops acknowledgement: what was acknowledged is executed once',
  async () => {
    const kept = `persistDir: ${join(folder.path, 'full')}\n`;
    const server = await startPactServer(kept, { maxBlocks: 800 });
    const acknowledged: SentCommand[] = [deploy];
    await post(server, 'send', submission([deploy]));
    let refused = '';
    for (let i = 0; refused === '' && i < 200; i++) {
      const sent = [codeCommand(`[(counter.next) "${'x'.repeat(20_000)}"]`), ...nexts(1)];
      const { status, text } = await post(server, 'send', submission(sent));
      if (status === 200) acknowledged.push(...sent);
      else refused = text;
    }
    // A write that ends in the middle of a page is an I/O error.
    expect(refused).toMatch(/would be larger than the system allows|the disk has an error/);
    expect(server.output()).toContain('Commands are not acknowledged until writing succeeds');
    expect((await post(server, 'local', codeCommand('(+ 1 2)').text)).status).toBe(200);
    await server.end('SIGKILL');
    // With room on the disk.
    const again = await startPactServer(kept);
    await resultsOf(again, acknowledged);
    const count = await valueOf(again);
    expect(count).toBeGreaterThanOrEqual(acknowledged.length - 1);
    const own = new Set<number>();
    for (const { requestKey } of acknowledged.slice(1)) {
      const { text } = await post(again, 'listen', { listen: requestKey });
      own.add(Number(/"data":\[?\{"int":(\d+)\}/.exec(text)?.[1]));
    }
    expect(own.size).toBe(acknowledged.length - 1);
    expect(await again.end('SIGTERM')).toBe(0);
  },
);

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
