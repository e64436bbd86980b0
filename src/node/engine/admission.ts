// Admits transactions from clients to the mempool: all of a batch, or none. First the transactions themselves are
// checked, then signatures in the background, then the state of the chain is queried.
// Source: Chainweb/Pact/RestAPI/Server.hs (sendHandler), Chainweb/Mempool/InMem.hs (insertCheckVerboseInMem),
// Chainweb/Pact/PactService.hs (execPreInsertCheckReq); api reference, section 5.1.

import { bad, good, type Result } from '../../base/result.ts';
import type { KnownTransaction } from '../../chain/blocks/index.ts';
import { admissionFault, invalidityOf } from '../../chain/execute/index.ts';
import {
  readSentPayload,
  type Command,
  type Payload,
  type PublicMeta,
  type SignatureChecker,
  type Verdict,
} from '../../chain/command/index.ts';
import { errorText, Interrupted } from '../../lang/session/run.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';
import { gateFault, type GateSettings } from '../mempool/gate.ts';
import type { SubmitFailure } from '../port.ts';
import type { Chain, Engine } from './engine.ts';

export type AdmissionParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly gate: GateSettings;
  readonly signatures: SignatureChecker;
};

type Offered = {
  readonly command: Command;
  readonly payload: Payload<PublicMeta>;
};

/** A transaction of the batch so far: it may be admitted, or the sentence says why not. */
type Verified = Result<KnownTransaction, string>;

/** Milliseconds for the queries to the state, for one batch. */
const stateWithin = 1_000;

export class Admission {
  private readonly parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.parts = parts;
  }

  async admit(commands: readonly Command[]): Promise<Result<readonly string[], SubmitFailure>> {
    const offered = new Map<string, Offered>();
    for (const command of commands) {
      const payload = readSentPayload(command.cmd);
      if (!payload.ok) return bad({ kind: 'unreadable', text: payload.fault.sentence });
      // The last of several equal ones counts, so it moves to the end.
      offered.delete(command.hash);
      offered.set(command.hash, { command, payload: payload.value });
    }
    const alone = [...offered.values()].map((each) => this.onItsOwn(each));
    const verdicts = await Promise.all(alone.map((each) => this.verdicts(each)));
    // The head may have changed since: the current state decides.
    const onState = this.onState(alone, verdicts);
    const admitted = onState.every(({ ok }) => ok) ? this.insert(onState) : onState;
    const refused = [...offered.keys()].flatMap((requestKey, index) => {
      const each = admitted[index];
      return each?.ok === false ? [{ requestKey, index, text: each.fault }] : [];
    });
    if (refused.length > 0) return bad({ kind: 'refused', refused });
    return good(commands.map(({ hash }) => hash));
  }

  /** Checks all that needs no signatures and no contracts. */
  private onItsOwn({ command, payload }: Offered): Verified {
    const { engine, chain, gate } = this.parts;
    const fault = gateFault(command, payload, gate, {
      now: engine.now(),
      isOnChain: (key) => chain.state.receipt(key) !== undefined,
      isBad: (key) => chain.mempool.bad.has(key),
    });
    if (fault !== undefined) return bad(fault);
    const read = chain.host.transactions.readWith(command, payload);
    return read.ok ? read : bad(`Pact parse error: ${errorText(read.fault)}`);
  }

  private verdicts(verified: Verified): Promise<'checked' | readonly Verdict[]> {
    if (!verified.ok || verified.value.isSigned) return Promise.resolve('checked');
    return verdictsOf(verified.value.transaction, this.parts.signatures);
  }

  private onState(
    transactions: readonly Verified[],
    verdicts: readonly ('checked' | readonly Verdict[])[],
  ): readonly Verified[] {
    const { line, state, questions } = this.parts.chain;
    const opened = state.open(line.head);
    if (!opened.ok) return transactions;
    const context = questions.contextOn(line.head);
    return transactions.map((verified, i) => {
      if (!verified.ok) return verified;
      const { value: known } = verified;
      const fault = this.inTime(() => {
        const signatures = verdicts[i] ?? 'check';
        const invalid = invalidityOf(known.transaction, context, { signatures });
        if (invalid !== undefined) return invalid;
        known.isSigned = true;
        return opened.value.attempt(
          (database) => admissionFault(database, context, known.transaction),
          () => false,
        );
      });
      return fault === undefined ? verified : bad(fault);
    });
  }

  private inTime(ask: () => string | undefined): string | undefined {
    try {
      return this.parts.engine.deadline.within(stateWithin, ask);
    } catch (error) {
      if (error instanceof Interrupted) return 'Transaction validation timed out';
      throw error;
    }
  }

  /** Puts all of them into the mempool, or none. */
  private insert(transactions: readonly Verified[]): readonly Verified[] {
    const { mempool } = this.parts.chain;
    const added: string[] = [];
    const inserted = transactions.map((each) => {
      const how = each.ok ? mempool.add(each.value) : undefined;
      if (each.ok && how === 'added') added.push(each.value.requestKey);
      return how === 'full' ? bad(mempoolIsFull) : each;
    });
    if (inserted.some(({ ok }) => !ok)) for (const key of added) mempool.remove(key);
    return inserted;
  }
}

const mempoolIsFull =
  'insert error: The mempool is full of transactions with a gas price that is not lower. Offer a higher price, or retry later';
