// What a construction asks of the chains: the guards of accounts, and the proof of the first half of a transfer between
// chains; and the transaction that it sends.
// Source: Chainweb/Rosetta/Internal.hs of chainweb-node 2.26 (getHistoricalLookupBalance), RestAPI/Server.hs
// (constructionSubmitH).

import type { FaultAnswer } from '../../../base/http/index.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import {
  commandHash,
  encodePayload,
  encodePublicMeta,
  type Command,
  type PublicMeta,
} from '../../../chain/command/index.ts';
import { proofFaultText } from '../../../chain/spv/proof-json.ts';
import {
  Decimal,
  ListValue,
  objectValue,
  ObjectValue,
  type PactValue,
} from '../../../lang/session/run.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import type { Guards } from '../../../rosetta/construction/metadata.ts';
import type { ConstructedTransaction } from '../../../rosetta/construction/transaction.ts';
import type { Asker, ChainPort, SpvFailure, SubmitFailure } from '../../port.ts';
import { outcomeIn } from '../../questions/printed-result.ts';
import { fault, unservedFault } from '../faults.ts';
import { notBegun } from './rosetta-endpoint.ts';

type Found<T> = Result<T, RosettaFault | FaultAnswer>;

/** The rows of the accounts in the data; an account that does not exist has an empty object. */
const lookUpCode = '(map (lambda (account) (try {} (coin.details account))) (read-msg "accounts"))';

/** Enough for a few rows: about a hundred each. */
const lookUpGas = 10_000n;

type LookUp = {
  readonly network: string;
  /** The most that the node lets a query use. */
  readonly gasLimit: bigint;
  readonly asker: Asker;
};

/** Returns the guards of the accounts that exist on the newest block. */
export async function guardsOf(
  chain: ChainPort,
  accounts: readonly string[],
  { network, gasLimit, asker }: LookUp,
): Promise<Found<Guards>> {
  if (accounts.length === 0) return good(new Map());
  if (chain.head() === undefined) return bad(notBegun);
  const meta = lookUpMeta(chain, gasLimit < lookUpGas ? gasLimit : lookUpGas);
  const command = lookUp(accounts, network, meta);
  const question = { command, preflight: false, signatures: 'skip', rewindDepth: 0 } as const;
  const reply = await chain.local(question, asker);
  switch (reply.kind) {
    case 'unserved':
      return bad(unservedFault(reply));
    case 'interrupted':
      return bad(fault('too-slow'));
    case 'result': {
      const outcome = outcomeIn(reply.json);
      if (outcome.status === 'success') return rowsIn(outcome.data);
      return failed(`the chain could not look up the accounts: ${outcome.message}`);
    }
    default:
      return failed('the chain did not accept the question about the accounts');
  }
}

const failed = (sentence: string) => bad(rosettaFault('execution-failed', sentence));

function lookUpMeta(chain: ChainPort, gasLimit: bigint): PublicMeta {
  const gasPrice = new Decimal(0n, 0);
  return { chainId: String(chain.id), sender: '', gasLimit, gasPrice, ttl: 60n, creationTime: 0n };
}

function lookUp(accounts: readonly string[], networkId: string, meta: PublicMeta): Command {
  const data = objectValue([['accounts', new ListValue(accounts)]]);
  const message = { kind: 'exec', code: lookUpCode, data } as const;
  const payload = { networkId, message, signers: [], verifiers: undefined, meta, nonce: '' };
  const cmd = encodePayload(payload, encodePublicMeta);
  return { cmd, hash: commandHash(cmd), signatures: [] };
}

function rowsIn(rows: PactValue): Found<Guards> {
  const guards = new Map<string, PactValue>();
  for (const row of rows instanceof ListValue ? rows.items : []) {
    const fields = row instanceof ObjectValue ? row.fields : undefined;
    const account = fields?.get('account');
    const guard = fields?.get('guard');
    if (typeof account !== 'string' || guard === undefined) continue;
    if (!(fields?.get('balance') instanceof Decimal)) {
      const sentence = `the coin contract of the chain has no decimal as the balance of ${account}`;
      return bad(rosettaFault('not-a-balance', sentence));
    }
    guards.set(account, guard);
  }
  return good(guards);
}

/** Returns the transaction with its proof, if it needs one and has none. `source`: the chain of the first half. */
export async function withProof(
  transaction: ConstructedTransaction,
  { source, target }: { readonly source: ChainPort; readonly target: ChainPort },
  asker: Asker,
): Promise<Found<ConstructedTransaction>> {
  if (transaction.kind !== 'credit' || transaction.proof !== undefined) return good(transaction);
  const { requestKey } = transaction;
  const proof = await source.spv({ requestKey, targetChain: target.id }, asker);
  if (proof.ok) return good({ ...transaction, proof: proof.value });
  const failure = proof.fault;
  if (failure.kind === 'unserved') return bad(unservedFault(failure));
  return bad(rosettaFault('invalid-transaction', proofSentence(failure, source, requestKey)));
}

function proofSentence(
  failure: Exclude<SpvFailure, { readonly kind: 'unserved' }>,
  source: ChainPort,
  requestKey: string,
): string {
  switch (failure.kind) {
    case 'unknown-transaction':
      return `chain ${source.id} has no transaction ${requestKey} in a block yet: retry later, or check its result`;
    case 'no-such-chain':
      return 'the network has no such target chain';
    case 'fault':
      return failure.fault.kind === 'target-not-reachable'
        ? `${proofFaultText(failure.fault)}: the proof can be made some blocks later; retry then`
        : proofFaultText(failure.fault);
  }
}

/** Sends a transaction, with the checks of `send`. */
export async function submitted(
  chain: ChainPort,
  command: Command,
  asker: Asker,
): Promise<Found<string>> {
  const keys = await chain.submit([command], asker);
  return keys.ok ? good(command.hash) : bad(submitFault(keys.fault));
}

function submitFault(failure: SubmitFailure): RosettaFault | FaultAnswer {
  switch (failure.kind) {
    case 'refused': {
      const texts = failure.refused.map(({ text }) => text).join(', ');
      return rosettaFault('invalid-transaction', `Validation failed: ${texts}`);
    }
    case 'unreadable':
      return rosettaFault('invalid-transaction', `Validation failed: ${failure.text}`);
    case 'unavailable':
      return fault('unavailable', failure.sentence);
    case 'unserved':
      return unservedFault(failure);
  }
}
