// `pact serve` accepts what `pact -a` and the signature tools write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { post, startPactServer, type PactServer } from '../support/pact-server.ts';

const secretKey = 'ab'.repeat(32);
const publicKey = '248acbdbaf9e050196de704bea2d68770e519150d103b587dae2d9cad53dd930';

const contract = `(define-keyset 'owner (read-keyset 'owner))
(module purse 'owner
  (defcap PAY (amount:decimal) (enforce-keyset 'owner))
  (defun pay (amount:decimal) (with-capability (PAY amount) (format "paid {}" [amount]))))
`;

let server: PactServer;
let folder = { path: '', remove: (): void => undefined };

beforeAll(async () => {
  folder = folderWith({
    'key.yaml': `public: ${publicKey}\nsecret: ${secretKey}\n`,
    'contract.pact': contract,
    'deploy.yaml': `codeFile: contract.pact
data: {owner: ["${publicKey}"]}
keyPairs: [{secret: ${secretKey}}]
`,
    'ask.yaml': `code: (purse.pay 2.50)\nkeyPairs: [{secret: ${secretKey}}]\n`,
    'unsigned.yaml': `code: (purse.pay 1.5)
signers:
- public: ${publicKey}
  caps: [{name: purse.PAY, args: [1.5]}]
publicMeta: {chainId: "0", sender: alice, gasLimit: 5000, gasPrice: 1.0e-8, ttl: 600}
`,
  });
  server = await startPactServer();
});
afterAll(async () => {
  folder.remove();
  expect(await server.end('SIGTERM')).toBe(0);
});

function run(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = runCommand(args, { cwd: folder.path, input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

type Sent = { readonly requestKeys: readonly string[] };
type Outcome = { readonly result: unknown };

async function resultOfSending(batch: string): Promise<unknown> {
  const { status, text } = await post(server, 'send', batch);
  expect(status, text).toBe(200);
  const [requestKey] = (JSON.parse(text) as Sent).requestKeys;
  const answer = await post(server, 'listen', { listen: requestKey });
  return (JSON.parse(answer.text) as Outcome).result;
}

test('a signed batch is sent, a bare command run locally, and added signatures count', async () => {
  expect(await resultOfSending(run(['-a', 'deploy.yaml']))).toMatchObject({ status: 'success' });

  const asked = await post(server, 'local', run(['-a', 'ask.yaml', '-l']));
  expect((JSON.parse(asked.text) as Outcome).result).toEqual({
    status: 'success',
    data: 'paid 2.50',
  });

  const unsigned = run(['-u', 'unsigned.yaml']);
  const signed = run(['add-sig', 'key.yaml'], unsigned);
  expect(await resultOfSending(signed)).toEqual({ status: 'success', data: 'paid 1.5' });
});
