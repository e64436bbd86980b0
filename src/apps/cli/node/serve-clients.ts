// Serves the clients of a node: in a thread of its own, which reads what the engine has stored, or in this thread, if there
// is no engine because the node only follows headers.

import type { Logger, LogLevel } from '../../../base/ports/logger.ts';
import { systemClock, systemRandom, systemTimer } from '../../../base/platform/system.ts';
import { startNodeApi } from '../../../node/api/index.ts';
import type { MovableClock } from '../../../node/devnet/overrides.ts';
import { EngineDesk, type DeskParts } from '../../../node/front/engine-desk.ts';
import { SharedNumbers } from '../../../node/front/shared-numbers.ts';
import type { NodePort } from '../../../node/port.ts';
import type { StoredPlace } from '../../../node/questions/stored-chains.ts';
import type { ApiWork, HttpWork } from './http-messages.ts';
import type { HttpSide } from './http-side.ts';
import type { QuestionNetwork } from './question-threads.ts';
import { serveMetrics, type ShownPeers } from './services.ts';

type Place = {
  readonly api: ApiWork;
  readonly metrics: HttpWork['metrics'];
  readonly onFault: (error: unknown) => void;
};

export type ServedClients = {
  readonly address: string;
  /** The address of metrics. */
  readonly metrics: string | undefined;
  /** Has metrics say what the node sees of others. */
  showPeers(view: ShownPeers): void;
  stop(): Promise<void>;
};

type InThread = Place & {
  readonly http: HttpSide;
  readonly network: QuestionNetwork;
  /** `undefined`: nothing is logged. */
  readonly logLevel: LogLevel | undefined;
  /** The accounts of a status page, if it is served. */
  readonly page?: HttpWork['page'];
};

type ServedNode = Pick<DeskParts, 'engine' | 'onDemand' | 'backups'> & {
  readonly node: NodePort & DeskParts['node'];
  readonly place: StoredPlace;
  /** The clock of the network, if it can differ from that of the machine. */
  readonly clock?: Pick<MovableClock, 'follow'>;
};

/** Throws the system's error if an address cannot be used. */
export async function serveInThread(
  { node, engine, onDemand, backups, place, clock }: ServedNode,
  { http, onFault, ...work }: InThread,
): Promise<ServedClients> {
  const numbers = SharedNumbers.for([...engine.chains.keys()]);
  clock?.follow((aheadMs) => numbers.setAhead(aheadMs));
  const shared = { engine, node, onDemand, backups, numbers };
  const desk = new EngineDesk({ ...shared, timer: systemTimer, onFault });
  // The thread reads only what is committed.
  await engine.journal.committed();
  const served = await http.begin(
    {
      page: undefined,
      ...work,
      place,
      numbers: numbers.numbers,
      settings: node.settings,
      hasMining: node.mining !== undefined,
      hasSealed: node.sealed !== undefined,
      hasBackups: backups !== undefined,
      isOnDemand: onDemand !== undefined,
    },
    desk,
  );
  return {
    address: served.address,
    metrics: served.metrics,
    showPeers: (view) => http.showPeers(view),
    stop: () => http.stop(),
  };
}

/** Throws the system's error if an address cannot be used. */
export async function serveHere(
  node: NodePort,
  { api: options, metrics: place, onFault, logger }: Place & { readonly logger: Logger },
): Promise<ServedClients> {
  const shared = { clock: systemClock, timer: systemTimer, logger, onFault };
  const metrics = await serveMetrics(node, place, shared);
  const api = await startNodeApi({
    ...shared,
    ...options,
    node,
    random: systemRandom,
    onAnswer: metrics?.onAnswer,
  });
  return {
    address: api.address,
    metrics: metrics?.address,
    showPeers: (view) => metrics?.addPeers(view),
    async stop() {
      await Promise.all([api.stop(), metrics?.stop()]);
    },
  };
}
