// Admits transactions from clients to the mempool: all of a batch, or none. In the thread of the node only sizes and
// metadata are checked, which is quick: a transaction that does not pay for its size is refused before its code is read.
// Everything that takes longer is a question to other threads: code, signatures, the purchase of gas.
// Source: Chainweb/Pact/RestAPI/Server.hs (sendHandler), Chainweb/Mempool/InMem.hs (insertCheckVerboseInMem),
// Chainweb/Pact/PactService.hs (execPreInsertCheckReq); api reference, section 5.1.

import { bad, good, type Result } from '../../base/result.ts';
import type { KnownTransaction } from '../../chain/blocks/index.ts';
import { largestSizeFault, sizeFault } from '../../chain/execute/index.ts';
import {
  readSentPayload,
  type Command,
  type Payload,
  type PublicMeta,
} from '../../chain/command/index.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { InitialGasModel } from '../../chain/rules/execution/gas.ts';
import { rulesAbove } from '../../chain/rules/execution-rules.ts';
import { admissionLimits } from '../limits.ts';
import { gateFault, type GateSettings } from '../mempool/gate.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Asker, SubmitFailure, Unserved } from '../port.ts';
import type { Candidate } from '../questions/messages.ts';
import type { ChainQuestions } from './chain-questions.ts';
import type { Chain, Engine } from './engine.ts';

export type AdmissionParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly gate: GateSettings;
  readonly questions: ChainQuestions;
};

type Offered = {
  readonly command: Command;
  /** Without one, it is too large for any gas limit. */
  readonly payload: Result<Payload<PublicMeta>, string>;
};

type Passed = { readonly command: Command; readonly known: KnownTransaction };

/** What became of one transaction. `isUnsigned`: it is refused whatever its signatures are. */
export type EachAdmitted =
  | { readonly kind: 'added' | 'known' | 'full' }
  | { readonly kind: 'refused'; readonly text: string; readonly isUnsigned: boolean };

/** A transaction of the batch so far: it may be admitted, or the sentence says why not. */
type Checked = Result<Passed, string>;

export class Admission {
  private readonly parts: AdmissionParts;
  private sizes: { readonly head: BlockHeader; readonly model: InitialGasModel } | undefined;

  constructor(parts: AdmissionParts) {
    this.parts = parts;
  }

  async admit(
    commands: readonly Command[],
    asker?: Asker,
  ): Promise<Result<readonly string[], SubmitFailure>> {
    const offered = new Map<string, Offered>();
    for (const command of commands) {
      const payload = this.readPayload(command);
      if (payload.kind === 'unreadable') return bad(payload);
      // The last of several equal ones counts, so it moves to the end.
      offered.delete(command.hash);
      offered.set(command.hash, { command, payload: payload.read });
    }
    const alone = [...offered.values()].map((each) => this.onItsOwn(each));
    const verified = await this.verified(alone, asker);
    if (!verified.ok) return verified;
    const { value: all } = verified;
    const admitted = all.every(({ ok }) => ok) ? this.insert(all) : all;
    const refused = [...offered.keys()].flatMap((requestKey, index) => {
      const each = admitted[index];
      return each?.ok === false ? [{ requestKey, index, text: each.fault }] : [];
    });
    if (refused.length > 0) return bad({ kind: 'refused', refused });
    return good(commands.map(({ hash }) => hash));
  }

  /**
   * Admits transactions of other nodes, each on its own. They are checked a few at a time, so that those of clients need not
   * wait for all of them.
   */
  async admitEach(commands: readonly Command[], asker: Asker): Promise<readonly EachAdmitted[]> {
    const admitted = new Map<Command, EachAdmitted>();
    const passed: Passed[] = [];
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
        else if (text === undefined) admitted.set(command, { kind: this.add(known) });
        else admitted.set(command, { kind: 'refused', text, isUnsigned: false });
      }
    }
    return commands.map((command) => admitted.get(command) ?? { kind: 'full' });
  }

  private alone(command: Command): Checked {
    const payload = this.readPayload(command);
    if (payload.kind === 'unreadable') return bad(payload.text);
    return this.onItsOwn({ command, payload: payload.read });
  }

  private readPayload(
    command: Command,
  ):
    | { readonly kind: 'read'; readonly read: Offered['payload'] }
    | { readonly kind: 'unreadable'; readonly text: string } {
    const tooLarge = largestSizeFault(
      command,
      this.parts.gate.transactionGasLimit,
      this.sizeModel(),
    );
    if (tooLarge !== undefined) return { kind: 'read', read: bad(tooLarge) };
    const payload = readSentPayload(command.cmd);
    if (!payload.ok) return { kind: 'unreadable', text: payload.fault.sentence };
    return { kind: 'read', read: payload };
  }

  /** Checks all that needs no code, no signatures and no contracts. */
  private onItsOwn({ command, payload: read }: Offered): Checked {
    if (!read.ok) return read;
    const { value: payload } = read;
    const { engine, chain, gate } = this.parts;
    const fault =
      gateFault(command, payload, gate, {
        now: engine.now(),
        isOnChain: (key) => chain.state.receipt(key) !== undefined,
        isBad: (key) => chain.mempool.bad.has(key),
      }) ?? sizeFault(command, payload, this.sizeModel());
    if (fault !== undefined) return bad(fault);
    return good({ command, known: chain.host.transactions.offered(command, payload) });
  }

  /** Returns how the size of a transaction of the next block is charged. */
  private sizeModel(): InitialGasModel {
    const { engine, chain } = this.parts;
    const { head } = chain.line;
    if (this.sizes?.head !== head) {
      this.sizes = { head, model: rulesAbove(engine.network, head).initialGas };
    }
    return this.sizes.model;
  }

  /** Asks the other threads about the transactions that may be admitted so far, a few at a time. */
  private async verified(
    checked: readonly Checked[],
    asker: Asker | undefined,
  ): Promise<Result<readonly Checked[], Unserved>> {
    const passed = checked.flatMap((each) => (each.ok ? [each.value] : []));
    const faults = new Map<Passed, string | undefined>();
    let unserved: Unserved | undefined;
    const ask = async (some: readonly Passed[]): Promise<void> => {
      const found = await this.faultsOf(some, asker);
      if (!found.ok) unserved = found.fault;
      else for (const [i, each] of some.entries()) faults.set(each, found.value[i]);
    };
    await Promise.all(groupsOf(passed).map(ask));
    if (unserved !== undefined) return bad(unserved);
    return good(
      checked.map((each) => {
        const fault = each.ok ? faults.get(each.value) : undefined;
        return fault === undefined ? each : bad(fault);
      }),
    );
  }

  private async faultsOf(
    some: readonly Passed[],
    asker: Asker | undefined,
  ): Promise<Result<readonly (string | undefined)[], Unserved>> {
    const { chain, questions } = this.parts;
    const candidates = some.map(({ command, known }): Candidate => ({
      command,
      isSigned: known.isSigned,
    }));
    const faults = await questions.admissionFaults(chain.id, candidates, asker);
    if (faults !== 'too-slow') return faults;
    if (some.length === 1) return good(['Transaction validation timed out']);
    // One of them takes too long: which one shows when each is asked about alone.
    const alone = await Promise.all(some.map((each) => this.faultsOf([each], asker)));
    const all: (string | undefined)[] = [];
    for (const each of alone) {
      if (!each.ok) return each;
      all.push(...each.value);
    }
    return good(all);
  }

  /** Puts all of them into the mempool, or none. */
  private insert(transactions: readonly Checked[]): readonly Checked[] {
    const { mempool } = this.parts.chain;
    const added: string[] = [];
    const inserted = transactions.map((each): Checked => {
      if (!each.ok) return each;
      const { known } = each.value;
      const how = this.add(known);
      if (how === 'added') added.push(known.requestKey);
      return how === 'full' ? bad(mempoolIsFull) : each;
    });
    if (inserted.some(({ ok }) => !ok)) for (const key of added) mempool.remove(key);
    return inserted;
  }

  private add(known: KnownTransaction): ReturnType<Mempool['add']> {
    const { mempool, host } = this.parts.chain;
    known.isSigned = true;
    host.transactions.accept(known);
    return mempool.add(known);
  }
}

/** Groups that take about as long as a short question. */
function groupsOf(passed: readonly Passed[]): readonly (readonly Passed[])[] {
  const { transactionsAtOnce, charactersAtOnce } = admissionLimits;
  const groups: Passed[][] = [];
  let group: Passed[] = [];
  let characters = 0;
  for (const each of passed) {
    const { length } = each.command.cmd;
    const isFull = group.length >= transactionsAtOnce || characters + length > charactersAtOnce;
    if (group.length > 0 && isFull) {
      groups.push(group);
      group = [];
      characters = 0;
    }
    group.push(each);
    characters += length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

const mempoolIsFull =
  'insert error: The mempool is full of transactions with a gas price that is not lower. Offer a higher price, or retry later';
