// Starts the control interface of a devnet on the loopback address, regardless of the address for clients.

import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Logger } from '../../base/ports/logger.ts';
import { httpLimits, startHttp, type RunningHttpServer } from '../../base/http/index.ts';
import type { ShownAccount } from './accounts.ts';
import { DevnetControl } from './control.ts';
import { controlRoutes } from './control-routes.ts';
import type { Devnet } from './devnet.ts';

export type ControlOptions = {
  readonly devnet: Devnet;
  /** The accounts that its status lists. */
  readonly accounts: readonly ShownAccount[];
  /** 0 picks a free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly logger: Logger;
  readonly onFault: (error: unknown) => void;
};

/** Throws the system's error if the address cannot be used. */
export function startControl({
  devnet,
  accounts,
  ...http
}: ControlOptions): Promise<RunningHttpServer> {
  return startHttp({
    ...http,
    ...{ host: '127.0.0.1', limits: httpLimits, routes: controlRoutes },
    parts: { control: new DevnetControl(devnet, accounts) },
  });
}
