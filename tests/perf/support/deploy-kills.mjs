// Deployments that are killed midway: the same project goes to two networks, once undisturbed and once with a process that
// is ended by SIGKILL at random moments. Afterwards both networks must be equal, to the last coin.
import { spawn } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blake2b } from '@noble/hashes/blake2.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const command = join(root, 'dist/cli.js');

/** Public keys: every tutorial uses them. */
const payer = {
  public: '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca',
  secret: '251a920c403ae8c8f65f59142316af3c82b631fba46ddea92ee8c95035bd2898',
};

const shop = (version) => `(namespace "free")
(module kill-shop GOVERNANCE
  (implements kill-payable)
  (defcap GOVERNANCE () (enforce-keyset "free.kill-admin"))
  (defschema sale amount:decimal)
  (deftable sales:{sale})
  (defschema run count:integer)
  (deftable runs:{run})
  ${version === 1 ? '' : '(deftable returns:{sale})'}
  (defun count-run:string ()
    (with-default-read runs "init" {"count": 0} {"count" := n}
      (write runs "init" {"count": (+ n 1)})))
  (defun runs-so-far:integer () (at "count" (read runs "init")))
  (defun pay:string (account:string amount:decimal)
    (write sales account {"amount": (kill-prices.total amount ${version})})))
(create-table sales)
(create-table runs)
(count-run)
`;

const prices = (version) => `(namespace "free")
(module kill-prices GOVERNANCE
  (defcap GOVERNANCE () (enforce-keyset "free.kill-admin"))
  (defconst RATE ${version}.25)
  (defun total:decimal (amount:decimal times:integer) (* (* RATE amount) times)))
`;

export function projectFiles({ version, address, chains }) {
  const names = Array.from({ length: chains }, (_, chain) => chain).join(', ');
  return {
    'pact.yaml': `sources: [contracts]
networks:
  development:
    host: ${address}/chainweb/0.0/{networkId}/chain/{chainId}/pact
    networkId: development
    chains: [${names}]
    sender: sender00
    signers: [{ file: key.yaml }]
    dataFile: data.json
`,
    'key.yaml': `public: ${payer.public}\nsecret: ${payer.secret}\n`,
    'data.json': JSON.stringify({ admin: { keys: [payer.public], pred: 'keys-all' } }),
    'contracts/admin.pact': `(namespace "free")
(define-keyset "free.kill-admin" (read-keyset "admin"))
(interface kill-payable (defun pay:string (account:string amount:decimal)))
`,
    'contracts/prices.pact': prices(version),
    'contracts/shop.pact': shop(version),
  };
}

export async function killDeployments({ chains, kills, seed, folder, log = () => undefined }) {
  const random = drawing(seed);
  const calm = await startDevnet(chains);
  const wild = await startDevnet(chains);
  try {
    const calmFolder = join(folder, 'undisturbed');
    const wildFolder = join(folder, 'killed');
    let done = 0;
    let runs = 0;
    for (const version of [1, 2]) {
      write(calmFolder, projectFiles({ version, address: calm.address, chains }));
      write(wildFolder, projectFiles({ version, address: wild.address, chains }));
      const before = sizeOf(journalIn(calmFolder));
      await deployed(calmFolder);
      const grown = sizeOf(journalIn(calmFolder)) - before;
      const wanted = version === 1 ? Math.ceil(kills / 2) : kills;
      // Kill after at most this many bytes of the journal, so that work remains for the last kill.
      const stride = Math.floor(grown / (wanted - done + 2));
      while (done < wanted) {
        runs++;
        const isKilled = await killedRun(wildFolder, random(stride) + 1, random(30));
        log(`run ${runs}: ${isKilled ? 'killed' : 'finished'}`);
        if (!isKilled) break;
        done++;
      }
      runs++;
      await deployed(wildFolder);
    }
    const undisturbed = await statesOf(calm.address, chains);
    const killed = await statesOf(wild.address, chains);
    return { undisturbed, killed, kills: done, runs };
  } finally {
    await Promise.all([calm.end(), wild.end()]);
  }
}

const journalIn = (folder) => join(folder, '.pact/deploy/development.log');

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const start = (folder) =>
  spawn(process.execPath, [command, 'deploy', '-n', 'development'], { cwd: folder });

async function deployed(folder) {
  const child = start(folder);
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`the deployment failed: ${text}`);
}

/** Kills the run a little after the journal has grown by this number of bytes. */
async function killedRun(folder, bytes, laterMs) {
  const before = sizeOf(journalIn(folder));
  const child = start(folder);
  child.stdout.resume();
  child.stderr.resume();
  const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
  const watch = setInterval(() => {
    if (sizeOf(journalIn(folder)) - before < bytes) return;
    clearInterval(watch);
    setTimeout(() => child.kill('SIGKILL'), laterMs);
  }, 2);
  const signal = await ended;
  clearInterval(watch);
  return signal === 'SIGKILL';
}

async function startDevnet(chains) {
  const options = ['--port', '0', '--control-port', '0', '--json', '--chains', String(chains)];
  const child = spawn(process.execPath, [command, 'devnet', ...options]);
  const ended = new Promise((resolve) => child.on('close', resolve));
  let text = '';
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const line = text.split('\n').find((each) => each.startsWith('{"kind":"ready"'));
      if (line?.endsWith('}')) resolve(JSON.parse(line).address);
    });
    child.stderr.on('data', (chunk) => (text += chunk));
    void ended.then(() => reject(new Error(`the devnet did not start: ${text}`)));
  });
  return {
    address,
    end() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Queries hashes, rows, keysets and the payer's balance: a superfluous transaction would cost coins. */
const questions = [
  ...['kill-payable', 'kill-prices', 'kill-shop'].map(
    (name) => `(remove "tx_hash" (describe-module "free.${name}"))`,
  ),
  '(describe-keyset "free.kill-admin")',
  ...['sales', 'runs', 'returns'].map((table) => `(keys free.kill-shop.${table})`),
  '(free.kill-shop.runs-so-far)',
  '(coin.get-balance "sender00")',
];

async function statesOf(address, chains) {
  const states = [];
  for (let chain = 0; chain < chains; chain++) {
    const answers = [];
    for (const code of questions) answers.push(await ask(address, chain, code));
    states.push(answers.join('\n'));
  }
  return states;
}

async function ask(address, chain, code) {
  const meta = { chainId: String(chain), sender: '', gasLimit: 150000, gasPrice: 1e-8, ttl: 600 };
  const creationTime = Math.floor(Date.now() / 1000);
  const cmd = JSON.stringify({
    networkId: 'development',
    payload: { exec: { code, data: {} } },
    signers: [],
    meta: { ...meta, creationTime },
    nonce: '',
  });
  const hash = Buffer.from(blake2b(Buffer.from(cmd), { dkLen: 32 })).toString('base64url');
  const path = `/chainweb/0.0/development/chain/${chain}/pact/api/v1/local`;
  const response = await fetch(`${address}${path}?preflight=false&signatureVerification=false`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cmd, hash, sigs: [] }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${code}: ${text}`);
  return JSON.stringify(JSON.parse(text).result);
}

/** splitmix32: the same seed gives the same moments, as far as the system's scheduling allows. */
function drawing(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x9e3779b9) >>> 0;
    let bits = state;
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) % Math.max(1, bound);
  };
}
