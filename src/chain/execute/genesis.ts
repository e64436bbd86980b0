// Transactions of the first block of a chain: they are trusted, cost nothing, may install contracts anywhere, and none
// of them may fail.
// Source: Chainweb/Pact5/TransactionExec.hs (runGenesisPayload), Chainweb/Pact5/NoCoinbase.hs; consensus reference,
// sections 3.2 and 8.5.
import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import { type Result, bad, good } from '../../base/result.ts';
import { commandHash, encodeCommandResult, execute } from '../command/index.ts';
import { errorText } from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import {
  type ExecutedTransaction,
  type PayloadWithOutputs,
  makePayload,
} from '../model/payload.ts';
import { encodeMiner, noMiner } from '../model/payload-json.ts';
import type { WriteObserver } from './coin-changes.ts';
import { readTransaction } from './read-transaction.ts';
import { attestedSpv } from './spv-port.ts';
import { anyNamespace, capability, surroundingsOf } from './system-code.ts';
import { resultOfExecution } from './transaction-result.ts';
import type { ChainTransaction, TransactionContext } from './types.ts';
import { decodeTransaction, encodeTransaction } from '../model/transaction-json.ts';
import { type Network, chainsOf } from '../rules/network.ts';

/** The output in place of the reward, because first blocks pay none. `reqKey` is the hash of nothing. */
export const genesisCoinbase: Uint8Array = utf8(
  '{"gas":0,"result":{"status":"success","data":"NO_COINBASE"}' +
    ',"reqKey":"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g","logs":null,"metaData":null' +
    ',"continuation":null,"txId":null}',
);

/**
 * Executes the whole first block. The rules of `context` are those one height above it, and its parent is the first
 * header itself. A fault names the transaction that failed, and the reason; the caller must discard the whole block
 * then.
 */
export function executeGenesis(
  database: Database,
  context: TransactionContext,
  transactions: readonly Uint8Array[],
): Result<PayloadWithOutputs, string> {
  const executed: ExecutedTransaction[] = [];
  for (const [i, input] of transactions.entries()) {
    const read = readTransaction(input);
    if (!read.ok) return bad(`genesis transaction ${i}: ${read.fault}`);
    const output = executeGenesisTransaction(database, context, read.value);
    if (!output.ok) return bad(`genesis transaction ${i}: ${output.fault}`);
    executed.push({ input, output: output.value });
  }
  const minerData = encodeMiner(noMiner);
  return good(makePayload({ minerData, coinbase: genesisCoinbase, transactions: executed }));
}

/** The output as it is stored and hashed. */
export function executeGenesisTransaction(
  database: Database,
  context: TransactionContext,
  transaction: ChainTransaction,
  onWrites?: WriteObserver,
): Result<Uint8Array, string> {
  const surroundings = surroundingsOf(database, context, {
    meta: transaction.payload.meta,
    flags: context.rules.flags.genesis,
    namespacePolicy: anyNamespace,
    spv: attestedSpv(context.spv).spv,
    granted: [capability('coin.GENESIS'), capability('coin.COINBASE')],
  });
  const execution = execute(transaction, surroundings);
  const { outcome } = execution;
  if (outcome.kind === 'failure') return bad(errorText(outcome.error));
  if (outcome.value === undefined) return bad('its code has no top-level form');
  onWrites?.('payload', execution.log ?? []);
  // All of them have the figure of the first transaction one height above (`runPayload`).
  const gas = context.rules.gasOverrides.get(0) ?? execution.gas;
  const result = resultOfExecution(transaction.hash, { ...execution, gas });
  return good(utf8(encodeCommandResult(result)));
}

// The chains that the coin contract of a first block accepts as targets of transfers. A contract cannot read which
// chains its network has, so it lists them. Coins that are sent to a chain that does not exist are lost: no chain can
// finish the transfer. So the list is rewritten to that of the network.

/** The list as coin contracts write it, in the JSON of a transaction: from chain 0 to this one. */
const list =
  /(?<before>\(defconst VALID_CHAIN_IDS(?::\[string\])?(?:\s|\\n)+\(map \(int-to-str 10\) \(enumerate 0 )(?<last>\d+)\)\)/;

/**
 * Returns the JSON of a first-block transaction with the chains of the network as those of its coin contract. A
 * transaction that is signed, or has no such contract, is returned as it is.
 */
export function fitToChains(network: Pick<Network, 'graphs'>, bytes: Uint8Array): Uint8Array {
  if (decodeUtf8(bytes)?.includes('VALID_CHAIN_IDS') !== true) return bytes;
  const read = decodeTransaction(bytes);
  if (!read.ok || read.value.signatures.length > 0) return bytes;
  const { cmd } = read.value;
  const last = chainsOf(network).length - 1;
  const fitted = cmd.replace(list, (_, before: string) => `${before}${last}))`);
  if (fitted === cmd) return bytes;
  return encodeTransaction({ hash: commandHash(fitted), signatures: [], cmd: fitted });
}
