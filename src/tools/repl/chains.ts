// The chains of a script that uses `env-on-chain`: each has its own database, modules, events and running defpact. The
// environment (keys, data, gas) is shared. Sessions that stay on one chain have none of this.

import {
  type DefPactExec,
  Loaded,
  type Machine,
  type PactEvent,
  noCapabilities,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import type { OpenTransaction } from './context.ts';
import type { ChainProofs, MakeChainProofs } from './chain-proofs.ts';

/** The separate state of a chain. */
type ChainRoom = {
  readonly database: Database;
  readonly loaded: Loaded;
  readonly events: PactEvent[];
  readonly defPactExec: DefPactExec | undefined;
  readonly lastStep: LastStep;
  readonly transaction: OpenTransaction | undefined;
};

/** The session whose chains these are. */
export type ChainSession = {
  readonly machine: Machine;
  transaction: OpenTransaction | undefined;
  lastStep: LastStep;
  readonly chainsOfScript: ScriptChains | undefined;
  readonly makeDatabase: () => Database;
  readonly makeProofs: MakeChainProofs | undefined;
};

/** The number of chains of the usual networks. */
const maxChains = 20;

export class ScriptChains {
  private readonly session: ChainSession;
  private readonly rooms = new Map<number, ChainRoom>();
  private present: number;
  /** The chain for the forms after this one. */
  private next: number | undefined;
  private made: ChainProofs | undefined;

  constructor(session: ChainSession) {
    this.session = session;
    this.present = chainNumber(session.machine.environment.publicData.chainId) ?? 0;
  }

  get current(): number {
    return this.present;
  }

  /** `undefined` if the program does not support proofs. */
  get proofs(): ChainProofs | undefined {
    return (this.made ??= this.session.makeProofs?.());
  }

  /** Switches to a chain from the next form on. */
  switchTo(chain: number): void {
    this.next = chain;
  }

  /** Called when a form has ended. `isGood`: without an error. */
  formEnded(isGood: boolean): void {
    const { next } = this;
    this.next = undefined;
    if (isGood && next !== undefined) this.enter(next);
  }

  /** Runs an action on another chain and returns to the current one. Capabilities of the caller are not granted there. */
  within<T>(chain: number, action: () => T): T {
    const { present, session } = this;
    const { machine } = session;
    const { capabilities } = machine;
    this.enter(chain);
    machine.capabilities = noCapabilities;
    try {
      return action();
    } finally {
      // Otherwise the action has cleared the session, and with it these chains.
      if (session.chainsOfScript === this) {
        this.enter(present);
        machine.capabilities = capabilities;
      }
    }
  }

  private enter(chain: number): void {
    const { session, present } = this;
    const { machine } = session;
    if (chain !== present) {
      const { database, loaded, events, defPactExec } = machine;
      const { lastStep, transaction } = session;
      this.rooms.set(present, { database, loaded, events, defPactExec, lastStep, transaction });
      const room = this.rooms.get(chain);
      machine.database = room?.database ?? session.makeDatabase();
      machine.loaded = room?.loaded ?? new Loaded();
      machine.events = room?.events ?? [];
      machine.defPactExec = room?.defPactExec;
      session.lastStep = room?.lastStep ?? new LastStep();
      session.transaction = room?.transaction;
      this.present = chain;
    }
    const { environment } = machine;
    environment.publicData = { ...environment.publicData, chainId: String(chain) };
  }
}

/** Returns `undefined` if the text is not the number of a chain. */
export function chainNumber(text: string): number | undefined {
  const number = /^(?:0|[1-9]\d?)$/.test(text) ? Number(text) : maxChains;
  return number < maxChains ? number : undefined;
}

/** The last step of a defpact that ran on a chain, for proofs: the machine forgets it at the end of its transaction. */
export class LastStep {
  step: DefPactExec | undefined = undefined;
  /** The last step before the open transaction. */
  private before: DefPactExec | undefined = undefined;

  /** `exec`: the step that the machine knows, if it knows one. */
  note(exec: DefPactExec | undefined): void {
    this.step = exec ?? this.step;
  }

  beginTransaction(exec: DefPactExec | undefined): void {
    this.note(exec);
    this.before = this.step;
  }

  endTransaction(how: 'committed' | 'rolled back', exec: DefPactExec | undefined): void {
    if (how === 'committed') this.note(exec);
    else this.step = this.before;
  }
}
