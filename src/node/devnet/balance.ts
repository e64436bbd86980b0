// Sets the balance of an account: transfers the difference from or to a rich account of the first blocks. It is an
// ordinary transaction, so blocks contain only what execution gives; only the devnet knows that its signers did not
// sign it.

import { bad, good, type Result } from '../../base/result.ts';
import { commandHash, type Command } from '../../chain/command/index.ts';
import { Decimal, KeySetGuard, ObjectValue, type PactValue } from '../../lang/session/run.ts';
import type { NodePort } from '../port.ts';
import { outcomeIn } from '../questions/printed-result.ts';
import type { SetBalance } from './control.ts';
import { accountsOfGenesis } from './known-accounts.ts';

type Held = {
  readonly balance: Decimal;
  readonly keys: readonly string[];
  readonly isNew: boolean;
};

/** Returns the transaction. A fault is a sentence. */
export async function balanceTransaction(
  node: NodePort,
  { account, chain, amount }: SetBalance,
): Promise<Result<Command, string>> {
  const wanted = amountOf(amount);
  if (wanted === undefined)
    return bad('amount must be a decimal with at most 12 decimal places, such as 100.0');
  const held = await heldBy(node, chain, account);
  if (!held.ok) return held;
  const { balance, keys, isNew } = held.value;
  const difference = wanted - unitsOf(balance);
  if (difference === 0n) return bad(`${account} has ${amount} already`);
  const bank = accountsOfGenesis.find(({ name }) => name !== account);
  const payer = accountsOfGenesis.findLast(({ name }) => name !== account);
  if (bank === undefined || payer === undefined)
    return bad('the devnet has no account to transfer coins from or to');
  const [from, to] = difference > 0n ? [bank.name, account] : [account, bank.name];
  const coins = coinText(difference > 0n ? difference : -difference);
  const names = `${quoted(from)} ${quoted(to)}`;
  const guard = isNew ? '(read-keyset "keys")' : `(at "guard" (coin.details ${quoted(to)}))`;
  const code = `(coin.transfer-create ${names} ${guard} ${coins})`;
  const data = { keys: { keys, pred: 'keys-all' } };
  const creationTime = Math.floor(node.clock.dateMs() / 1000);
  const transfer = { name: 'coin.TRANSFER', args: [from, to, { decimal: coins }] };
  const senders = difference > 0n ? [bank.publicKey] : keys;
  const signers = [
    { pubKey: payer.publicKey, clist: [{ name: 'coin.GAS', args: [] }] },
    ...senders.map((pubKey) => ({ pubKey, clist: [transfer] })),
  ];
  const cmd = JSON.stringify({
    networkId: node.network.name,
    payload: { exec: { code, data } },
    signers,
    meta: {
      chainId: String(chain),
      sender: payer.name,
      gasLimit: 5000,
      gasPrice: 1e-8,
      ttl: 600,
      creationTime,
    },
    nonce: `balance ${node.cut().heads.get(chain)?.height ?? 0}`,
  });
  return good({ cmd, hash: commandHash(cmd), signatures: [] });
}

/** For an account that does not exist: a balance of zero, and the key from its name. */
async function heldBy(
  node: NodePort,
  chain: number,
  account: string,
): Promise<Result<Held, string>> {
  const cmd = JSON.stringify({
    networkId: node.network.name,
    payload: { exec: { code: `(try false (coin.details ${quoted(account)}))`, data: {} } },
    signers: [],
    meta: { chainId: String(chain), sender: '', gasLimit: 10_000, gasPrice: 1e-8, ...times },
    nonce: '',
  });
  const command = { cmd, hash: commandHash(cmd), signatures: [] };
  const skipped = { signatures: 'skip', preflight: false } as const;
  const question = { ...skipped, command, rewindDepth: 0 };
  const reply = await node.chain(chain)?.local(question);
  const outcome = reply?.kind === 'result' ? outcomeIn(reply.json) : undefined;
  if (outcome?.status !== 'success') return bad('the coin contract cannot be queried');
  return heldIn(account, outcome.data);
}

const times = { ttl: 600, creationTime: 0 };

function heldIn(account: string, details: PactValue): Result<Held, string> {
  if (!(details instanceof ObjectValue)) {
    const [, key] = /^k:([0-9a-f]{64})$/.exec(account) ?? [];
    if (key !== undefined) return good({ balance: new Decimal(0n, 1), keys: [key], isNew: true });
    return bad(`there is no account ${account}: only k: accounts can be created here`);
  }
  const balance = details.fields.get('balance');
  const guard = details.fields.get('guard');
  if (balance instanceof Decimal && guard instanceof KeySetGuard) {
    return good({ balance, keys: [...guard.keys], isNew: false });
  }
  return bad(`${account} is not guarded by a keyset`);
}

const places = 12;

function amountOf(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(places, '0'));
}

function unitsOf({ mantissa, places: own }: Decimal): bigint {
  return own <= places
    ? mantissa * 10n ** BigInt(places - own)
    : mantissa / 10n ** BigInt(own - places);
}

function coinText(units: bigint): string {
  const digits = String(units).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Writes a Pact string literal. */
const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
