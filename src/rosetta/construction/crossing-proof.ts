// What the proof of a transfer between chains proves: read from the proof alone, so that it can be checked offline. Whether
// the proof holds is checked by the chain that it is for.
// Source: Chainweb/SPV.hs (TransactionOutputProof); stdlib/coin (transfer-crosschain).

import { merkleTags } from '../../chain/merkle/merkle-tree.ts';
import { readCommandOutput } from '../../chain/spv/command-output.ts';
import { decodeCrossChainProof } from '../../chain/spv/cross-chain-proof.ts';
import { taggedBytes } from '../../chain/spv/merkle-proof.ts';
import { decodeBase64 } from '../../chain/spv/proof-json.ts';
import { Decimal, type DefPactExec, type PactValue } from '../../lang/session/run.ts';

export type ProvenCrossing = {
  readonly requestKey: string;
  readonly sourceChain: string;
  readonly targetChain: string;
  readonly receiver: string;
  readonly receiverGuard: PactValue;
  readonly amount: Decimal;
};

/** Returns `undefined` unless it is the proof of the first step of `coin.transfer-crosschain`. */
export function crossingIn(proof: string): ProvenCrossing | undefined {
  const bytes = decodeBase64(proof);
  const decoded = bytes === undefined ? undefined : decodeCrossChainProof(bytes);
  if (decoded === undefined) return undefined;
  const output = taggedBytes(decoded.proof.subject, merkleTags.transactionOutput);
  const exec = output.ok ? readCommandOutput(output.value)?.continuation : undefined;
  const crossing = exec === undefined ? undefined : crossingOf(exec);
  return crossing?.targetChain === String(decoded.chain) ? crossing : undefined;
}

function crossingOf({
  continuation,
  step,
  pactId,
  yield: yielded,
}: DefPactExec): ProvenCrossing | undefined {
  if (continuation.def.text !== 'coin.transfer-crosschain' || step !== 0) return undefined;
  const { data = noFields, provenance } = yielded ?? {};
  const receiver = data.get('receiver');
  const receiverGuard = data.get('receiver-guard');
  const amount = data.get('amount');
  const sourceChain = data.get('source-chain');
  if (typeof receiver !== 'string' || typeof sourceChain !== 'string') return undefined;
  if (!(amount instanceof Decimal) || receiverGuard === undefined) return undefined;
  const targetChain = provenance?.targetChain ?? '';
  return { requestKey: pactId, sourceChain, targetChain, receiver, receiverGuard, amount };
}

const noFields: ReadonlyMap<string, PactValue> = new Map();
