// The cases that in-turn.mjs compares. `prepare` receives the language of one checkout and returns a step, which takes a few
// milliseconds at most; `rounds` is the number of timed steps, after the same number of warm-up steps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coins } from '../support/coins.mjs';
import { databases } from '../support/databases.mjs';

const keysets = `
  (env-data { "admin": { "keys": ["admin"], "pred": "keys-all" } })
  (env-keys ["admin"])
  (map (lambda (name) (define-keyset name (read-keyset "admin")))
    ["token-admin" "token-issuer" "perf-admin"])`;

const lists = {
  'map builtin': '(map (+ 1) numbers)',
  'map lambda': '(map (lambda (n) (* n 2)) numbers)',
  'fold builtin': '(fold (+) 0 numbers)',
  'fold lambda': '(fold (lambda (sum n) (+ sum (mod n 7))) 0 numbers)',
  'filter lambda': '(filter (lambda (n) (= 0 (mod n 3))) numbers)',
  zip: '(zip (+) numbers numbers)',
  sort: '(sort (reverse numbers))',
  'map objects': '(map (lambda (n) { "number": n, "half": (/ n 2) }) numbers)',
  'fold decimals': '(fold (lambda (sum n) (+ sum (* 1.000000000001 n))) 0.0 numbers)',
  strings: '(fold (lambda (all n) (+ (take -20 all) (format "{}-{}" [n (- n)]))) "" numbers)',
};

const rows = {
  read: '(map (read coins.accounts) names)',
  'with-read': '(coins.with-read-all names)',
  write: '(coins.write-all names (read-keyset "guard"))',
  update: '(coins.update-all names)',
};

const inBlock = 200;
const accounts = 1_000;

/** Builds a chain and blocks of transfers on it. */
async function builtBlocks({ load, language }, count) {
  const { CoinChain, transfers } = await load('coin-chain.mjs');
  const { makeEntries } = await load('chain-entries.mjs');
  const makeChain = async () => new CoinChain({ entries: await makeEntries('memory'), accounts });
  const chain = await makeChain();
  // All transactions stay in the cache: a node checks transactions before they come in a block.
  chain.transactions = new language.CheckedTransactions({
    transactions: 100 * inBlock,
    bytes: Infinity,
  });
  const known = (bytes) => Object.assign(chain.transactions.read(bytes).value, { isSigned: true });
  const batch = (at) => transfers(inBlock, accounts, { from: at * inBlock, isSigned: false });
  const makeBlock = (at) => chain.build(batch(at).map(known));
  return {
    makeChain,
    chain,
    known,
    batch,
    blocks: Array.from({ length: count }, (_, at) => makeBlock(at)),
  };
}

const blocks = {
  rounds: 25,
  build: async (side) => {
    const { chain, known, batch } = await builtBlocks(side, 0);
    const batches = Array.from({ length: 2 * blocks.rounds }, (_, at) => batch(at).map(known));
    return () => chain.build(batches.pop());
  },
  validate: async (side) => {
    const { chain, makeChain, blocks: built } = await builtBlocks(side, 2 * blocks.rounds);
    const other = await makeChain();
    other.transactions = chain.transactions;
    const next = built.values();
    return () => other.accept(next.next().value);
  },
};

/** Outputs that share parts, and how often each list is in the next one: they are far larger than what they cost. */
const outputs = {
  'of 14.7 MB': { rounds: 8, levels: 20, code: 'a20' },
  'of 235 MB': { rounds: 8, levels: 24, code: 'a24' },
  'without end': { rounds: 100, levels: 60, code: 'a60' },
  'that is not returned': { rounds: 100, levels: 60, code: '(length a60)' },
};

/** A block with a transaction of such an output, which a block may leave out. */
function outputCase({ rounds, levels, code }) {
  const lists = Array.from({ length: levels }, (_, i) => `(a${i + 1} [a${i} a${i}])`).join(' ');
  return {
    rounds,
    prepare: async (side) => {
      const { chain, known } = await builtBlocks(side, 0);
      const whole = `(let* ((a0 [1]) ${lists}) ${code})`;
      const queue = Array.from({ length: 2 * rounds }, (_, at) =>
        known(sent(side.language, whole, at)),
      );
      return () => chain.build([queue.pop()]);
    },
  };
}

/** A transaction of the first account, with a signature that is not checked. */
function sent(language, code, at) {
  const { publicKey } = language.readKeyPair({ secretKey: '22'.repeat(32) }).value;
  const cmd = JSON.stringify({
    networkId: 'development',
    payload: { exec: { code, data: {} } },
    signers: [{ pubKey: publicKey }],
    meta: {
      creationTime: 1_600_000_000,
      ttl: 172_800,
      gasLimit: 1_000,
      chainId: '0',
      gasPrice: 1e-8,
      sender: 'account-0',
    },
    nonce: `output ${at}`,
  });
  const command = language.signCommand(cmd, []).value;
  const signatures = [{ kind: 'ed25519', hex: '00'.repeat(64) }];
  return Buffer.from(language.encodeCommand({ ...command, signatures }));
}

export const cases = new Map([
  ...Object.entries(lists).map(([name, program]) => [
    `list: ${name}`,
    {
      rounds: 400,
      prepare: ({ session }) => {
        const { run } = session();
        run('(defconst numbers (enumerate 1 2000))');
        return () => run(program);
      },
    },
  ]),
  ...Object.keys(databases).flatMap((engine) => [
    [
      `transfers, ${engine}`,
      {
        rounds: 400,
        prepare: async (side) => {
          const makeDatabase = await databases[engine](side);
          const { transfer } = side.tokenSession({ makeDatabase, accounts: 200 });
          const queue = side.orders(200);
          return () => {
            for (let i = 0; i < 10; i++) transfer(queue.next().value);
          };
        },
      },
    ],
    ...Object.entries(rows).map(([name, program]) => [
      `rows: ${name}, ${engine}`,
      {
        rounds: 200,
        prepare: async (side) => {
          const { run } = side.session({ makeDatabase: await databases[engine](side) });
          run('(env-data { "guard": { "keys": ["a-key"], "pred": "keys-all" } })');
          run('(defconst names (map (lambda (n) (format "k:{}" [n])) (enumerate 1 500)))');
          run(`(begin-tx) ${coins} (coins.fill names (read-keyset "guard")) (commit-tx)`);
          return () => run(`(begin-tx) (acquire-module-admin coins) ${program} (commit-tx)`);
        },
      },
    ]),
  ]),
  ...['build', 'validate'].map((name) => [
    `blocks: ${name}`,
    { rounds: blocks.rounds, prepare: blocks[name] },
  ]),
  ...Object.entries(outputs).map(([name, output]) => [`outputs: ${name}`, outputCase(output)]),
  [
    'install, changed text',
    {
      rounds: 60,
      prepare: ({ session, contractText }) => {
        let made = 0;
        return () => {
          const { run } = session();
          run(keysets);
          run(contractText({ name: `contract-${made++}`, lines: 200 }));
        };
      },
    },
  ],
  [
    'parse and run a script without gas',
    {
      rounds: 150,
      prepare: ({ session, root }) => {
        const text = readFileSync(join(root, 'stdlib/fungible-token/token.pact'), 'utf8');
        const { run } = session({ isMetered: false });
        run('(load "stdlib/fungible-token/fungible-token-v1.pact")');
        run(keysets);
        return () => run(`(begin-tx) ${text} (rollback-tx)`);
      },
    },
  ],
]);
