// The chains of a script that uses `env-on-chain`: each has its own database, modules, events and running defpact. What the
// environment holds (keys, data, gas) is shared. Sessions that never ask for another chain have none of this.

import {
  Loaded,
  noCapabilities,
  type DefPactExec,
  type Machine,
  type PactEvent,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import type { OpenTransaction } from '../context.ts';
import type { ChainProofs, MakeChainProofs } from './chain-proofs.ts';

/** What a chain has of its own. */
type ChainRoom = {
  readonly database: Database;
  readonly loaded: Loaded;
  readonly events: PactEvent[];
  readonly defPactExec: DefPactExec | undefined;
  readonly transaction: OpenTransaction | undefined;
};

/** The session whose chains these are. */
export type ChainSession = {
  readonly machine: Machine;
  transaction: OpenTransaction | undefined;
  readonly makeDatabase: () => Database;
  readonly makeProofs: MakeChainProofs | undefined;
};

/** As many as the networks have that scripts are written for. */
const mostChains = 20;

export class ScriptChains {
  private readonly session: ChainSession;
  private readonly rooms = new Map<number, ChainRoom>();
  private present: number;
  /** Where the forms after this one run. */
  private next: number | undefined;
  private made: ChainProofs | undefined;

  constructor(session: ChainSession) {
    this.session = session;
    this.present = chainNumber(session.machine.environment.publicData.chainId) ?? 0;
  }

  get current(): number {
    return this.present;
  }

  /** `undefined` where the program has no chains. */
  get proofs(): ChainProofs | undefined {
    return (this.made ??= this.session.makeProofs?.());
  }

  /** From the next form on. */
  switchTo(chain: number): void {
    this.next = chain;
  }

  /** The form has ended well, or not. */
  formEnded(isGood: boolean): void {
    const { next } = this;
    this.next = undefined;
    if (isGood && next !== undefined) this.enter(next);
  }

  /** Runs an action on another chain, and comes back. Capabilities of the caller are not granted there. */
  within<T>(chain: number, action: () => T): T {
    const { present, session } = this;
    const { machine } = session;
    const { capabilities } = machine;
    this.enter(chain);
    machine.capabilities = noCapabilities;
    try {
      return action();
    } finally {
      this.enter(present);
      machine.capabilities = capabilities;
    }
  }

  private enter(chain: number): void {
    const { session, present } = this;
    const { machine } = session;
    if (chain !== present) {
      const { database, loaded, events, defPactExec } = machine;
      const { transaction } = session;
      this.rooms.set(present, { database, loaded, events, defPactExec, transaction });
      const room = this.rooms.get(chain);
      machine.database = room?.database ?? session.makeDatabase();
      machine.loaded = room?.loaded ?? new Loaded();
      machine.events = room?.events ?? [];
      machine.defPactExec = room?.defPactExec;
      session.transaction = room?.transaction;
      this.present = chain;
    }
    const { environment } = machine;
    environment.publicData = { ...environment.publicData, chainId: String(chain) };
  }
}

/** `undefined` for what names no chain. */
export function chainNumber(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d?)$/.test(text) ? Number(text) : mostChains;
  return number < mostChains ? number : undefined;
}
