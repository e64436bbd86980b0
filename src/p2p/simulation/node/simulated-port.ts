// What the endpoints for other nodes ask of a simulated node. Clients have no part in simulations: what only they ask is
// not answered.

import type { Clock } from '../../../base/ports/time.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';

import type { PayloadData, PayloadWithOutputs } from '../../../chain/model/payload.ts';
import type { ChainPort, NodePort } from '../../../node/port.ts';
import type { SimulatedLedger } from '../chain/simulated-ledger.ts';

export function simulatedPort(ledger: SimulatedLedger, clock: Clock): NodePort {
  const chains = new Map([...ledger.cut().heads.keys()].map((id) => [id, chainPort(ledger, id)]));
  return {
    network: ledger.network,
    settings: { packageVersion: '3.2', transactionGasLimit: 150_000n, minimumGasPrice: 1n },
    clock,
    cut: () => ledger.cut(),
    onCut: (listener) => ledger.onCut(listener),
    chain: (id) => chains.get(id),
    mining: undefined,
    health: () => ({ kind: 'well' }),
  };
}

function chainPort(ledger: SimulatedLedger, id: ChainId): ChainPort {
  return {
    id,
    head: () => ledger.cut().heads.get(id),
    headers: {
      get: (hash) => ledger.find(id, hash),
      inOrder: () => [],
    },
    headerAt: (height) => ledger.headerAt(id, height),
    payload: (hash) => withoutResults(ledger.payloadByHash(id, hash)),
    mempool: ledger.poolOf(id),
    pending: () => ledger.poolOf(id).size,
    coinHistory: undefined,
    waiting: notSimulated,
    isWaiting: notSimulated,
    submit: notSimulated,
    poll: notSimulated,
    whenMined: notSimulated,
    local: notSimulated,
    spv: notSimulated,
    payloadProof: notSimulated,
  };
}

const notSimulated = (): Promise<never> =>
  Promise.reject(new Error('only other nodes ask simulated ones'));

const nothing = new Uint8Array(0);

/** Endpoints for other nodes leave the results out. */
function withoutResults(payload: PayloadData | undefined): PayloadWithOutputs | undefined {
  return (
    payload && {
      ...payload,
      kind: 'with-outputs',
      transactions: payload.transactions.map((input) => ({ input, output: nothing })),
      coinbase: nothing,
    }
  );
}
