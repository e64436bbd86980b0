// `pact serve` over HTTP, as clients use it.
import { createClient, createSignWithKeypair, Pact, type ICommand } from '@kadena/client';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeCommand, submission, testKey } from '../support/signed-commands.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';

const deploy = `
  (module ledger GOVERNANCE
    (defcap GOVERNANCE () true)
    (defcap MOVED (amount:integer) @event true)
    (defschema account balance:integer)
    (deftable accounts:{account})
    (defun open (name) (insert accounts name { "balance": 0 }))
    (defun add (name amount)
      (with-capability (MOVED amount)
        (with-read accounts name { "balance" := balance }
          (update accounts name { "balance": (+ balance amount) }))))
    (defun balance (name) (at 'balance (read accounts name))))
  (create-table accounts)
  (open "Ann")`;

let server: PactServer;
beforeAll(async () => {
  server = await startPactServer();
  const sent = codeCommand(deploy);
  expect((await post(server, 'send', submission([sent]))).status).toBe(200);
  const { text } = await post(server, 'listen', { listen: sent.requestKey });
  expect(text).toContain('"status":"success"');
});
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0);
});

type Outcome = { readonly result: { readonly status: string; readonly data?: unknown } };
const resultOf = (text: string): Outcome['result'] => (JSON.parse(text) as Outcome).result;
const local = async (code: string) =>
  resultOf((await post(server, 'local', codeCommand(code).text)).text);

describe('the client library of the network', () => {
  const pair = { publicKey: testKey.publicKey, secretKey: '11'.repeat(32) };
  const sign = createSignWithKeypair(pair);
  const signed = async (code: string): Promise<ICommand> => {
    const transaction = Pact.builder
      .execution(code)
      .addSigner(pair.publicKey)
      .setMeta({ chainId: '0', senderAccount: 'sender00' })
      .setNetworkId('development')
      .createTransaction();
    return (await sign(transaction)) as ICommand;
  };

  test('runs locally, simulates, submits, polls and listens', async () => {
    const client = createClient(server.address);
    const answered = await client.local(await signed('(+ 1 2)'));
    expect(answered).toMatchObject({ result: { status: 'success', data: { int: 3 } } });
    const simulated = await client.preflight(await signed('(ledger.add "Ann" 1000)'));
    expect(simulated).toMatchObject({ result: { status: 'success' }, preflightWarnings: [] });
    const read = await client.dirtyRead(await signed('(ledger.balance "Ann")'));
    expect(read).toMatchObject({ result: { data: { int: 0 } } });
    const descriptor = await client.submit(await signed('(ledger.add "Ann" 5)'));
    const listened = await client.listen(descriptor);
    expect(listened).toMatchObject({
      reqKey: descriptor.requestKey,
      result: { status: 'success' },
    });
    const polled = await client.pollStatus(descriptor, { interval: 10, timeout: 60_000 });
    expect(polled[descriptor.requestKey]).toEqual(listened);
    expect(await client.getStatus(descriptor)).toEqual(polled);
  });

  test('receives faults as a sentence', async () => {
    const client = createClient(server.address);
    const unsigned = Pact.builder
      .execution('1')
      .addSigner(pair.publicKey)
      .setMeta({ chainId: '0', senderAccount: 'sender00' })
      .createTransaction();
    await expect(client.submit(unsigned as ICommand)).rejects.toThrow(
      'cmds[0].sigs[0] must be an object, but it is null',
    );
  });
});

test('many commands are executed in order, each once, and many results are polled', async () => {
  const sent = Array.from({ length: 50 }, (_, i) =>
    codeCommand(
      `(ledger.open "many ${i}") (ledger.add "many ${i}" ${i}) (ledger.balance "many ${i}")`,
    ),
  );
  const keys = sent.map(({ requestKey }) => requestKey);
  const { status, text } = await post(server, 'send', submission(sent));
  expect([status, JSON.parse(text)]).toEqual([200, { requestKeys: keys }]);
  await post(server, 'listen', { listen: keys.at(-1) });
  const unknown = codeCommand('never sent').requestKey;
  const polled = await post(server, 'poll', { requestKeys: [...keys, unknown, ...keys] });
  type Result = Outcome & { readonly reqKey: string; readonly txId: number };
  const results = JSON.parse(polled.text) as Record<string, Result>;
  expect(Object.keys(results)).toEqual(keys);
  const list = keys.map((key) => results[key]!);
  expect(list.map(({ result }) => result.data)).toEqual(sent.map((_, i) => ({ int: i })));
  expect(list.map(({ reqKey }) => reqKey)).toEqual(keys);
  const [first] = list;
  expect(list.map(({ txId }) => txId)).toEqual(sent.map((_, i) => first!.txId + i));
});

test('a command that is sent again is refused, and with it the whole body', async () => {
  const [old, fresh] = [codeCommand('1'), codeCommand('2')];
  await post(server, 'send', submission([old]));
  const again = await post(server, 'send', submission([fresh, old]));
  expect(again.status).toBe(400);
  expect(again.text).toBe(
    `Request key: ${old.requestKey} has already been submitted. ` +
      'If you are resubmitting a valid transaction, try changing the nonce in the payload',
  );
  expect((await post(server, 'send', submission([fresh, fresh]))).status).toBe(400);
  expect((await post(server, 'send', submission([fresh]))).status).toBe(200);
});

test('local changes nothing, and may be repeated', async () => {
  const before = await local('(ledger.balance "Ann")');
  const command = codeCommand('(ledger.add "Ann" 1) (format "{}" [(ledger.balance "Ann")])').text;
  const first = await post(server, 'local', command);
  const { int } = before.data as { readonly int: number };
  expect(resultOf(first.text)).toEqual({ status: 'success', data: String(int + 1) });
  expect((await post(server, 'local', command)).text).toBe(first.text);
  const preflight = await post(server, 'local?preflight=true', command);
  expect(preflight.text).toMatch(/^\{"preflightResult":\{"gas":0,.*\},"preflightWarnings":\[\]\}$/);
  expect(await local('(ledger.balance "Ann")')).toEqual(before);
});

test('a failure is a result, with its events discarded', async () => {
  const sent = codeCommand('(ledger.add "nobody" 1)');
  await post(server, 'send', submission([sent]));
  const { status, text } = await post(server, 'listen', { listen: sent.requestKey });
  expect(status).toBe(200);
  expect(text).toContain('"type":"TxFailure","message":"No value found in table ledger_accounts');
  expect(text).not.toContain('events');
});

test('listen waits for sent commands and for future ones', async () => {
  const sent = codeCommand('(ledger.add "Ann" 1)');
  const listening = post(server, 'listen', { listen: sent.requestKey });
  await post(server, 'send', submission([sent]));
  expect(resultOf((await listening).text).status).toBe('success');
});

test('no request waits for ever, and endless code is stopped', async () => {
  const hasty = await startPactServer('timeLimit: 1\nlistenTimeout: 1\n');
  const unknown = await post(hasty, 'listen', { listen: codeCommand('x').requestKey });
  expect(unknown.status).toBe(504);
  expect(unknown.text).toMatch(/^the command [\w-]{43} is not known here after 1 seconds$/);
  const endless = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 100000))) 0 (enumerate 0 100000))';
  const sent = codeCommand(endless);
  await post(hasty, 'send', submission([sent]));
  expect((await fetch(`${hasty.address}/version`)).status).toBe(200);
  await expect
    .poll(async () => (await post(hasty, 'poll', { requestKeys: [sent.requestKey] })).text, {
      timeout: 60_000,
    })
    .toContain('the command was stopped after 1 seconds');
  const answered = await post(hasty, 'local', codeCommand('(+ 1 1)').text);
  expect(resultOf(answered.text).data).toEqual({ int: 2 });
  expect(await hasty.end('SIGTERM')).toBe(0);
});

const key = 'A'.repeat(43);
const good = codeCommand('(+ 1 2)');
const changed = (part: object): string =>
  JSON.stringify({ ...(JSON.parse(good.text) as object), ...part });
const { sigs } = JSON.parse(codeCommand('other').text) as { readonly sigs: unknown };

test.each([
  ['send', '', /^the body is not JSON: it ends too early at character 0$/],
  ['send', '[]', /^the JSON must be an object, but it is a list$/],
  ['send', '{"cmds":[]}', /^cmds is empty$/],
  ['send', `{"cmds":[${good.text},7]}`, /^cmds\[1\] must be an object, but it is a number$/],
  ['send', '['.repeat(5000), /nested too deep/],
  [
    'send',
    `{"cmds":[${changed({ hash: key })}]}`,
    /^Invalid command: Hash Mismatch, received A{43} /,
  ],
  [
    'send',
    `{"cmds":[${changed({ hash: 'x' })}]}`,
    /^cmds\[0\]\.hash must be a hash: 43 characters/,
  ],
  [
    'send',
    `{"cmds":[${changed({ sigs: [] })}]}`,
    /^Invalid command: Number of sig\(s\) does not match/,
  ],
  [
    'send',
    `{"cmds":[${changed({ sigs })}]}`,
    /^Invalid command: Invalid sig\(s\) found: signer 0 /,
  ],
  [
    'send',
    `{"cmds":[${codeCommand('(').text}]}`,
    /^Invalid command: .*\(line 1, column 1 of the code\)$/,
  ],
  [
    'send',
    `{"cmds":[${codeCommand('1', { meta: {} }).text}]}`,
    /^Invalid command: meta\.chainId is missing/,
  ],
  ['local', good.text.slice(1), /^the command is not JSON/],
  ['local', changed({ cmd: '{}' }), /^Invalid command: payload is missing/],
  ['local?preflight=maybe', good.text, /^the parameter preflight must be true or false$/],
  ['local?signatureVerification=false', changed({ hash: key }), /Hash Mismatch/],
  ['poll', '{"requestKeys":[]}', /^requestKeys is empty$/],
  ['poll', '{"requestKeys":["a"]}', /^requestKeys\[0\] must be a hash/],
  [
    'poll',
    { requestKeys: Array.from({ length: 5001 }, () => key) },
    /^requestKeys may hold 5000 keys/,
  ],
  ['listen', '{}', /^listen is missing: it must be a string$/],
] as const)('%s with a wrong body is refused with a sentence', async (route, body, sentence) => {
  const { status, text } = await post(server, route, body);
  expect(text).toMatch(sentence);
  expect(text).not.toContain('\n');
  expect(status).toBe(400);
});

test('headers are checked before bodies', async () => {
  const statusOf = async (headers: Record<string, string>, body = '{}'): Promise<number> =>
    (await post(server, 'send', body, headers)).status;
  expect(await statusOf({ 'content-type': 'text/plain' })).toBe(415);
  expect(await statusOf({ 'content-type': 'Application/JSON; charset=utf-8' })).toBe(400);
  expect(await statusOf({ 'content-encoding': 'gzip' })).toBe(415);
  expect(await statusOf({}, 'x'.repeat(2 * 1024 * 1024 + 1))).toBe(413);
  expect(await statusOf({}, 'x'.repeat(2 * 1024 * 1024))).toBe(400);
  const { status, headers } = await fetch(`${server.address}/api/v1/send`);
  expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect((await fetch(`${server.address}/%zz`)).status).toBe(404);
});

test('a body without an end is not read completely', async () => {
  const status = await new Promise((resolve, reject) => {
    const sending = request(`${server.address}/api/v1/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    const chunk = 'x'.repeat(64 * 1024);
    const more = (): void => {
      if (!sending.destroyed) sending.write(chunk, () => setImmediate(more));
    };
    sending.on('response', (response) => {
      sending.destroy();
      resolve(response.statusCode);
    });
    sending.on('error', reject);
    more();
  });
  expect(status).toBe(413);
});

test('pages of any origin may send requests', async () => {
  const asked = await fetch(`${server.address}/api/v1/send`, {
    method: 'OPTIONS',
    headers: { origin: 'http://page.example', 'access-control-request-method': 'POST' },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST');
  const answered = await fetch(`${server.address}/version`);
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answered.text()).toBe('pact version 5.4');
});

test('a monitor sees that the server answers', async () => {
  const answered = await fetch(`${server.address}/health-check`);
  expect(answered.status).toBe(200);
  expect(await answered.text()).toBe('Health check OK.');
});
