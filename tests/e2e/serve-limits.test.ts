// Small commands that need more than any server can hold: each fails, and the server goes on. Large commands are checked by
// a thread that lets others go first.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeCommand, submission } from '../support/signed-commands.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';

let server: PactServer;
beforeAll(async () => {
  server = await startPactServer('gasLimit: 150000\n');
});
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0);
});

const doubled = '(fold (lambda (a i) [a a]) 1 (enumerate 1 40))';
const keys = Array.from({ length: 400 }, (_, i) => `key-${i}`);

test.each([
  ['a result', doubled],
  ['a result of some megabytes', '(fold (lambda (a i) [a a]) 1 (enumerate 1 20))'],
  [
    'an event',
    `(module m G (defcap G () true) (defcap E (x) @event true) (defun f () (emit-event (E ${doubled}))))
     (m.f)`,
  ],
  [
    'a row',
    `(module m G (defcap G () true) (defschema s v) (deftable t:{s}) (defun f () (write t "k" { "v": ${doubled} })))
     (create-table t) (m.f)`,
  ],
  ['an error', `(if [(concat (make-list 1000 "${'x'.repeat(1000)}")) (read-keyset "k")] 1 2)`],
])('too large: %s', async (_, code) => {
  const sent = codeCommand(code, { gasLimit: 150_000, data: { k: { keys, pred: 'keys-any' } } });
  const asked = await post(server, 'local', sent.text);
  expect(asked.text).toContain('"status":"failure"');
  expect((await post(server, 'send', submission([sent]))).status).toBe(200);
  const reported = await post(server, 'listen', { listen: sent.requestKey });
  expect(reported.text).toContain('"status":"failure"');
  expect(reported.text.length).toBeLessThan(2000);
  expect((await post(server, 'local', codeCommand('(+ 1 2)').text)).text).toContain('{"int":3}');
});

test.skipIf(process.platform !== 'linux')(
  'a large body is checked by a thread that lets others go first',
  async () => {
    const { pid = 0 } = server.child;
    // The nineteenth field, after the name of the thread in parentheses.
    const niceOf = (thread: string): string | undefined =>
      readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16];
    const nice = () => readdirSync(`/proc/${pid}/task`).map(niceOf);
    expect(nice()).not.toContain('10');
    const large = codeCommand('(+ 1 2)', { data: { text: 'x'.repeat(200_000) } });
    expect((await post(server, 'local', large.text)).text).toContain('{"int":3}');
    expect(nice().filter((each) => each === '10')).toHaveLength(1);
  },
);
