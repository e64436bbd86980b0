// The server of a simulated node: the endpoints, limits and rates of real nodes, without sockets.

import { answerDirectly, RouteTable, type RequestGate } from '../../../base/http/index.ts';
import { networkOf } from '../../../base/client.ts';
import type { Random } from '../../../base/ports/random.ts';
import { nodeRoutes } from '../../../node/api/start-node-api.ts';
import type { WireAnswer, WireRequest } from '../../messages/wire.ts';
import type { PeerDesk, Sender } from '../../peers/desk.ts';
import type { SimulatedLedger } from '../chain/simulated-ledger.ts';
import type { ProcessTime } from './process-time.ts';
import { simulatedPort } from './simulated-port.ts';

export type SimulatedServerParts = {
  readonly ledger: SimulatedLedger;
  readonly desk: PeerDesk;
  readonly time: ProcessTime;
  readonly random: Random;
  readonly onBug: (error: unknown) => void;
};

export class SimulatedServer {
  private readonly parts: SimulatedServerParts;
  private readonly table: RouteTable;
  private readonly gate: RequestGate | undefined;
  private readonly commonHeaders: ReturnType<typeof nodeRoutes>['commonHeaders'];
  private readonly stopping = new AbortController();
  private connections = 0;

  constructor(parts: SimulatedServerParts) {
    const { ledger, desk, time, random } = parts;
    const {
      routes,
      parts: api,
      gate,
      commonHeaders,
    } = nodeRoutes(
      {
        node: simulatedPort(ledger, time),
        group: 'p2p',
        aliases: ['chainweb'],
        headerStream: false,
        peers: desk,
        values: noValues,
        version: '3.2',
        clock: time,
        timer: time,
        random,
      },
      this.stopping.signal,
    );
    this.parts = parts;
    this.table = RouteTable.of(routes, api);
    this.gate = gate;
    this.commonHeaders = commonHeaders;
  }

  async serve(request: WireRequest, sender: Sender): Promise<WireAnswer> {
    const { method, path: url, headers, body } = request;
    const network = networkOf(sender.address);
    const [path = ''] = url.split('?', 1);
    const gated = { method, path, sender, network };
    const common = this.commonHeaders({ url, ...sender });
    if (this.gate?.admits(gated) === false) return answered({ status: 429 }, common);
    try {
      const client = { network, connection: ++this.connections };
      const direct = { method, url, headers, body, client, sender };
      const { price, ...answer } = await answerDirectly(this.table, direct);
      this.gate?.charge(gated, { milliseconds: 0, bytes: answer.body.length, price });
      return answered(answer, common);
    } catch (error) {
      this.parts.onBug(error);
      return answered({ status: 500 }, common);
    }
  }
}

/** Nobody asks a simulated node for its configuration. */
const noValues = {
  coordination: false,
  ownMining: true,
  refreshMs: 0,
  waiting: 0,
  stateDepth: 0,
  isPruned: false,
} as const;

const nothing = new Uint8Array(0);

function answered(
  answer: Pick<WireAnswer, 'status'> & Partial<WireAnswer>,
  common: Readonly<Record<string, string>>,
): WireAnswer {
  const { status, headers = new Map<string, string>(), body = nothing } = answer;
  const all = new Map(Object.entries(common).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of headers) all.set(name, value);
  return { status, headers: all, body };
}
