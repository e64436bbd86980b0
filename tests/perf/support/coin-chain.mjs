// A chain of the development network with funded accounts, and signed transfers between them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { language, root } from './language.mjs';

const secretKey = '22'.repeat(32);
const keyPair = valueOf(language.readKeyPair({ secretKey }));
const [network] = language.knownNetworks.filter(({ name }) => name === 'development');
const miner = { account: 'miner', predicate: 'keys-all', publicKeys: [keyPair.publicKey] };
const minerData = language.encodeMiner(miner);
const firstTime = 1_600_000_000n;

/** Taken from the genesis payload of the network, if it is present. */
const genesisPayload = join(root, '../shared/vectors/chainweb/genesis-payloads/Development0.json');

export class CoinChain {
  constructor({ entries, accounts, cacheBytes, depth = 480 }) {
    this.accounts = accounts;
    this.transactions = new language.CheckedTransactions({
      transactions: 1_000,
      bytes: Infinity,
    });
    this.host = {
      plugins: new Map(),
      depthLimit: 1_000,
      spvFor: () => language.noSpv,
      transactions: this.transactions,
    };
    const info = language.lineInfo;
    this.state = new language.ChainState({ entries, depth, cacheBytes, info });
    this.header = this.first();
  }

  /** Builds and commits a block of these. `watch` receives the block before it is built. */
  build(transactions, watch = (block) => block) {
    const { block, port } = this.next();
    const parts = { port, block: watch(block), minerData };
    const built = valueOf(language.buildBlock(parts, transactions));
    this.header = headerOn(this.header, built.payload);
    this.state.commit(built.state, this.header.hash);
    return { header: this.header, payload: built.payload, leftOut: built.leftOut };
  }

  accept(block) {
    const prepare = () => ({ ok: true, value: { port: this.next().port, minerData } });
    const accepted = valueOf(language.checkBlock(this.state, block, { prepare, isFirst: false }));
    language.commitBlock(this.state, accepted);
    this.header = block.header;
  }

  next() {
    const context = language.contextOn(network, this.header, miner, this.host);
    const port = language.chainPort(context, this.transactions);
    return { port, block: valueOf(this.state.open(this.header)) };
  }

  first() {
    const header = headerOn(undefined, { payloadHash: new Uint8Array(32) });
    const context = language.contextOn(network, header, language.noMiner, this.host);
    const port = language.genesisPort(context, this.transactions);
    const contracts = JSON.parse(readFileSync(genesisPayload, 'utf8')).transactions;
    const inputs = contracts.map(([input]) => language.fromBase64Url(input));
    for (let from = 0; from < this.accounts; from += 500) inputs.push(funding(from, this.accounts));
    const block = this.state.openFirst(0);
    const transactions = inputs.map((each) => valueOf(this.transactions.read(each)));
    const parts = { port, block, minerData };
    const built = valueOf(language.buildBlock(parts, transactions));
    if (built.leftOut.length > 0) throw new Error(built.leftOut[0].text);
    const made = headerOn(undefined, built.payload);
    this.state.commit(built.state, made.hash);
    return made;
  }
}

/** Makes random transfers as payloads contain them. `isSigned`: with real signatures, which take a millisecond each. */
export function transfers(count, accounts, { from = 0, isSigned = true } = {}) {
  return Array.from({ length: count }, (_, i) => transfer(from + i, accounts, isSigned));
}

function transfer(i, accounts, isSigned) {
  const sender = next() % accounts;
  const receiver = (sender + 1 + (next() % (accounts - 1))) % accounts;
  const clist = [
    { name: 'coin.GAS', args: [] },
    { name: 'coin.TRANSFER', args: [name(sender), name(receiver), 0.5] },
  ];
  const code = `(coin.transfer "${name(sender)}" "${name(receiver)}" 0.5)`;
  const signers = [{ pubKey: keyPair.publicKey, clist }];
  return signed({ code, signers, sender: name(sender), nonce: `transfer ${i}`, isSigned });
}

function funding(from, accounts) {
  const code = [];
  for (let i = from; i < Math.min(accounts, from + 500); i++) {
    code.push(`(coin.coinbase "${name(i)}" (read-keyset "k") 1000000.0)`);
  }
  const data = { k: { keys: [keyPair.publicKey], pred: 'keys-all' } };
  return signed({ code: code.join(''), data, signers: [], sender: '', nonce: `funding ${from}` });
}

function signed({ code, signers, sender, nonce, isSigned = true, data = {} }) {
  const meta = {
    creationTime: Number(firstTime),
    ttl: 172_800,
    gasLimit: 1_000,
    chainId: '0',
    gasPrice: 1e-8,
    sender,
  };
  const payload = { exec: { code, data } };
  const cmd = JSON.stringify({ networkId: 'development', payload, signers, meta, nonce });
  const keyPairs = signers.length === 0 || !isSigned ? [] : [keyPair];
  const command = valueOf(language.signCommand(cmd, keyPairs));
  const signatures = isSigned ? command.signatures : [{ kind: 'ed25519', hex: '00'.repeat(64) }];
  return Buffer.from(language.encodeCommand({ ...command, signatures }));
}

function headerOn(parent, { payloadHash }) {
  const height = parent === undefined ? 0 : parent.height + 1;
  const header = {
    forkState: 0n,
    creationTime: (firstTime + BigInt(height % 1000)) * 1_000_000n,
    parent: parent?.hash ?? new Uint8Array(32),
    adjacents: [],
    target: 2n ** 256n - 1n,
    payloadHash,
    chainId: 0,
    weight: BigInt(height),
    height,
    networkCode: network.code,
    epochStart: 0n,
    nonce: 0n,
  };
  return { ...header, hash: language.blockHash(header) };
}

const name = (i) => `account-${i}`;

/** Pseudo-random, the same in every run. */
let last = 1;
function next() {
  last = (Math.imul(last, 1664525) + 1013904223) >>> 0;
  return last >>> 3;
}

function valueOf(result) {
  if (result.ok) return result.value;
  const { fault } = result;
  throw new Error(
    fault.sentence ?? (fault.kind === undefined ? fault : JSON.stringify(fault, shown)),
  );
}

const shown = (_, value) => (typeof value === 'bigint' ? `${value}` : value);
