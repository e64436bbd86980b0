// Admits transactions from clients to the mempool: all of a batch, or none. In the thread of the caller only sizes and
// metadata are checked, which is quick: a transaction that does not pay for its size is refused before its code is read.
// Everything that takes longer is a question to other threads: code, signatures, the purchase of gas.
// Source: Chainweb/Pact/RestAPI/Server.hs (sendHandler), Chainweb/Mempool/InMem.hs (insertCheckVerboseInMem),
// Chainweb/Pact/PactService.hs (execPreInsertCheckReq); api reference, section 5.1.

import { bad, good, type Result } from '../../base/result.ts';
import { largestSizeFault, sizeFault } from '../../chain/execute/index.ts';
import {
  readSentPayload,
  type Command,
  type Payload,
  type PublicMeta,
} from '../../chain/command/index.ts';
import type { BlockHeader, Micros } from '../../chain/model/header.ts';
import type { InitialGasModel } from '../../chain/rules/execution/gas.ts';
import type { Network } from '../../chain/rules/network.ts';
import { rulesAbove } from '../../chain/rules/execution-rules.ts';
import { admissionLimits } from '../limits.ts';
import { gateFault, type GateSettings } from '../mempool/gate.ts';
import type { Asker, SubmitFailure, Unserved } from '../port.ts';
import type { Candidate } from '../questions/messages.ts';
import type { ChainQuestions } from './chain-questions.ts';

/** A chain at this moment, as far as admission needs it. */
export interface AdmissionView {
  readonly network: Network;
  now(): Micros;
  head(): BlockHeader;
  isOnChain(requestKey: string): boolean;
  isBad(requestKey: string): boolean;
}

/** A transaction as the mempool gets it. */
type Admitted = {
  /** Whether its signatures count as valid. */
  readonly isSigned: boolean;
};

/** The way into the mempool. */
export interface AdmissionDoor<Known extends Admitted> {
  known(command: Command, payload: Payload<PublicMeta>): Known;
  /** Puts all of them into the mempool, or none. Returns, for each, why it was not added. */
  insert(
    transactions: readonly Known[],
  ): Promise<Result<readonly (string | undefined)[], SubmitFailure>>;
}

export type AdmissionParts<Known extends Admitted> = {
  readonly gate: GateSettings;
  readonly view: AdmissionView;
  readonly door: AdmissionDoor<Known>;
  readonly questions: ChainQuestions;
};

type Offered = {
  readonly command: Command;
  /** Without one, it is too large for any gas limit. */
  readonly payload: Result<Payload<PublicMeta>, string>;
};

export type Passed<Known> = { readonly command: Command; readonly known: Known };

/** A transaction of the batch so far: it may be admitted, or the sentence says why not. */
export type Checked<Known> = Result<Passed<Known>, string>;

export class Admission<Known extends Admitted> {
  private readonly parts: AdmissionParts<Known>;
  private sizes: { readonly head: BlockHeader; readonly model: InitialGasModel } | undefined;

  constructor(parts: AdmissionParts<Known>) {
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
    const admitted = all.every(({ ok }) => ok) ? await this.insert(all) : good(all);
    if (!admitted.ok) return admitted;
    const refused = [...offered.keys()].flatMap((requestKey, index) => {
      const each = admitted.value[index];
      return each?.ok === false ? [{ requestKey, index, text: each.fault }] : [];
    });
    if (refused.length > 0) return bad({ kind: 'refused', refused });
    return good(commands.map(({ hash }) => hash));
  }

  protected alone(command: Command): Checked<Known> {
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
  private onItsOwn({ command, payload: read }: Offered): Checked<Known> {
    if (!read.ok) return read;
    const { value: payload } = read;
    const { view, gate, door } = this.parts;
    const fault =
      gateFault(command, payload, gate, {
        now: view.now(),
        isOnChain: (key) => view.isOnChain(key),
        isBad: (key) => view.isBad(key),
      }) ?? sizeFault(command, payload, this.sizeModel());
    if (fault !== undefined) return bad(fault);
    return good({ command, known: door.known(command, payload) });
  }

  /** Returns how the size of a transaction of the next block is charged. */
  private sizeModel(): InitialGasModel {
    const { view } = this.parts;
    const head = view.head();
    if (this.sizes?.head !== head) {
      this.sizes = { head, model: rulesAbove(view.network, head).initialGas };
    }
    return this.sizes.model;
  }

  /** Asks the other threads about the transactions that may be admitted so far, a few at a time. */
  private async verified(
    checked: readonly Checked<Known>[],
    asker: Asker | undefined,
  ): Promise<Result<readonly Checked<Known>[], Unserved>> {
    const passed = checked.flatMap((each) => (each.ok ? [each.value] : []));
    const faults = new Map<Passed<Known>, string | undefined>();
    let unserved: Unserved | undefined;
    const ask = async (some: readonly Passed<Known>[]): Promise<void> => {
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

  protected async faultsOf(
    some: readonly Passed<Known>[],
    asker: Asker | undefined,
  ): Promise<Result<readonly (string | undefined)[], Unserved>> {
    const { gate, questions } = this.parts;
    const candidates = some.map(({ command, known }): Candidate => ({
      command,
      isSigned: known.isSigned,
    }));
    const faults = await questions.admissionFaults(gate.chain, candidates, asker);
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

  private async insert(
    transactions: readonly Checked<Known>[],
  ): Promise<Result<readonly Checked<Known>[], SubmitFailure>> {
    const all = transactions.flatMap((each) => (each.ok ? [each.value.known] : []));
    const inserted = await this.parts.door.insert(all);
    if (!inserted.ok) return inserted;
    return good(
      transactions.map((each, i) => {
        const fault = inserted.value[i];
        return fault === undefined ? each : bad(fault);
      }),
    );
  }
}

/** Groups that take about as long as a short question. */
export function groupsOf<Known>(
  passed: readonly Passed<Known>[],
): readonly (readonly Passed<Known>[])[] {
  const { transactionsAtOnce, charactersAtOnce } = admissionLimits;
  const groups: Passed<Known>[][] = [];
  let group: Passed<Known>[] = [];
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
