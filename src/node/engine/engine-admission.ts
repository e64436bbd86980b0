// Admission to a mempool of this thread: of transactions from clients, and from other nodes, each on its own.

import { good } from '../../base/result.ts';
import type { KnownTransaction } from '../../chain/blocks/index.ts';
import type { Command } from '../../chain/command/index.ts';
import type { GateSettings } from '../mempool/gate.ts';
import type { Mempool, Source } from '../mempool/mempool.ts';
import type { Asker } from '../port.ts';
import {
  Admission,
  groupsOf,
  type AdmissionDoor,
  type AdmissionView,
  type Passed,
} from './admission.ts';
import type { ChainQuestions } from './chain-questions.ts';
import type { Chain, Engine } from './engine.ts';

type EngineAdmissionParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly gate: GateSettings;
  readonly questions: ChainQuestions;
};

/** What became of one transaction. `isUnsigned`: it is refused whatever its signatures are. */
export type EachAdmitted =
  | { readonly kind: 'added' | 'known' | 'full' }
  | { readonly kind: 'refused'; readonly text: string; readonly isUnsigned: boolean };

export class EngineAdmission extends Admission<KnownTransaction> {
  private readonly chain: Chain;

  constructor({ engine, chain, gate, questions }: EngineAdmissionParts) {
    super({ gate, questions, view: viewOf(engine, chain), door: doorOf(chain) });
    this.chain = chain;
  }

  /**
   * Admits transactions of other nodes, each on its own. They are checked a few at a time, so that those of clients need not
   * wait for all of them.
   */
  async admitEach(commands: readonly Command[], asker: Asker): Promise<readonly EachAdmitted[]> {
    const admitted = new Map<Command, EachAdmitted>();
    const passed: Passed<KnownTransaction>[] = [];
    for (const command of commands) {
      const checked = this.alone(command);
      if (checked.ok) passed.push(checked.value);
      else {
        const isUnsigned = !this.alone({ ...command, signatures: [] }).ok;
        admitted.set(command, { kind: 'refused', text: checked.fault, isUnsigned });
      }
    }
    for (const group of groupsOf(passed)) {
      const faults = await this.faultsOf(group, asker);
      for (const [i, { command, known }] of group.entries()) {
        const text = faults.ok ? faults.value[i] : undefined;
        if (!faults.ok) admitted.set(command, { kind: 'full' });
        else if (text === undefined)
          admitted.set(command, { kind: addTo(this.chain, known, 'peer') });
        else admitted.set(command, { kind: 'refused', text, isUnsigned: false });
      }
    }
    return commands.map((command) => admitted.get(command) ?? { kind: 'full' });
  }
}

export function doorOf(chain: Chain): AdmissionDoor<KnownTransaction> {
  const { mempool, host } = chain;
  return {
    known: (command, payload) => host.transactions.offered(command, payload),
    insert(transactions) {
      const added: string[] = [];
      const faults = transactions.map((known): string | undefined => {
        const how = addTo(chain, known, 'client');
        if (how === 'added') added.push(known.requestKey);
        return how === 'full' ? mempoolIsFull : undefined;
      });
      const isFull = faults.some((fault) => fault !== undefined);
      if (isFull) for (const key of added) mempool.remove(key);
      return Promise.resolve(good(faults));
    },
  };
}

function addTo(
  { mempool, host }: Chain,
  known: KnownTransaction,
  source: Source,
): ReturnType<Mempool['add']> {
  known.isSigned = true;
  host.transactions.accept(known);
  return mempool.add(known, source);
}

function viewOf(engine: Engine, { state, mempool, line }: Chain): AdmissionView {
  return {
    network: engine.network,
    now: () => engine.now(),
    head: () => line.head,
    isOnChain: (key) => state.receipt(key) !== undefined,
    isBad: (key) => mempool.bad.has(key),
  };
}

const mempoolIsFull =
  'insert error: The mempool is full of transactions with a gas price that is not lower. Offer a higher price, or retry later';
