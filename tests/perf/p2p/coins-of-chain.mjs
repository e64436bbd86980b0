// Whether the coins of a chain are those of its first block and the rewards of its blocks, as a node sees it.
import { signed, senders } from '../support/signed-transactions.mjs';
import { networkName } from './own-network.mjs';

/** All accounts of the tests; the last one gets the rewards. */
const accounts = [
  ...senders.map(({ name }) => name),
  'multi-00-01',
  'multi-02-03-04-any',
  `k:${senders[0].publicKey}`,
];
/** Amounts are counted in units of 10^-12 coins. */
const unitDigits = 12;

/** Returns a sentence for each node whose sum differs from what its blocks say. */
export async function supplyFaults(network, chain) {
  const faults = [];
  for (const i of network.nodes.keys()) {
    const { height, sum } = await balances(network, i, chain);
    const first = await firstCoins(network, i, chain);
    const expected = first + (await rewards(network, i, chain, height));
    if (sum !== expected) {
      faults.push(`node ${i}, chain ${chain}, height ${height}: ${sum} instead of ${expected}`);
    }
  }
  return faults;
}

async function balances(network, i, chain) {
  const list = accounts.map((name) => JSON.stringify(name)).join(' ');
  const code = `(fold (+) 0.0 (map (lambda (a) (try 0.0 (coin.get-balance a))) [${list}]))`;
  const command = signed(networkName, chain, { code, gasLimit: 100_000 });
  const answer = await network.pact(
    i,
    chain,
    'local?preflight=false&signatureVerification=false',
    command,
  );
  const { data } = answer.result;
  return { height: answer.metaData.blockHeight - 1, sum: units(data.decimal ?? data) };
}

/** Decimals as a node writes them: a number, or a string of digits. */
function units(decimal) {
  const text = typeof decimal === 'number' ? decimal.toFixed(unitDigits) : decimal;
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(unitDigits, '0').slice(0, unitDigits));
}

async function firstCoins(network, i, chain) {
  const [first] = await blocksOf(network, i, chain, 0, 0);
  const amounts = first.transactions.flatMap(([transaction]) => {
    const { code } = JSON.parse(JSON.parse(decoded(transaction)).cmd).payload.exec;
    return [...code.matchAll(/^\(coin\.coinbase \S+ \(read-keyset \S+\) ([\d.]+)\)$/gm)];
  });
  return amounts.reduce((sum, [, amount]) => sum + units(amount), 0n);
}

async function rewards(network, i, chain, height) {
  let sum = 0n;
  for (let from = 1; from <= height; from += 100) {
    for (const { coinbase } of await blocksOf(
      network,
      i,
      chain,
      from,
      Math.min(height, from + 99),
    )) {
      const { events = [] } = JSON.parse(decoded(coinbase));
      const [, , amount] = events.find(({ name }) => name === 'TRANSFER').params;
      sum += units(amount.decimal ?? amount);
    }
  }
  return sum;
}

/** Returns the payloads with outputs of the blocks of the cut, ascending. */
async function blocksOf(network, i, chain, minheight, maxheight) {
  const { hashes } = await network.ask(i, 'cut');
  const query = `minheight=${minheight}&maxheight=${maxheight}&limit=100`;
  const page = await network.ask(i, `chain/${chain}/block/branch?${query}`, {
    upper: [hashes[chain].hash],
    lower: [],
  });
  return page.items.map(({ payloadWithOutputs }) => payloadWithOutputs).reverse();
}

const decoded = (text) => Buffer.from(text, 'base64url').toString('utf8');
