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
import { gateFault, type GateSettings } from '../mempool/gate.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { RefusedTransaction, SubmitFailure } from '../port.ts';
import type { ChainTurns } from './chain-turns.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';
import type { Chain, Engine } from './engine.ts';

export type AdmissionParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly gate: GateSettings;
  readonly signatures: SignatureChecker;
  /** Shared by all chains. */
  readonly turns: ChainTurns;
};

type Offered = {
  readonly command: Command;
  readonly payload: Payload<PublicMeta>;
};

type Checked = Offered & { readonly known: KnownTransaction };

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
    const faults = new Map<string, string>();
    const checked = this.pure([...offered.values()], faults);
    const verdicts = await Promise.all(checked.map(({ known }) => this.verdicts(known)));
    const { turns, chain } = this.parts;
    await turns.run(chain.id, () => {
      this.onState(checked, verdicts, faults);
      if (faults.size === 0) this.insert(checked, faults);
    });
    if (faults.size === 0) return good(commands.map(({ hash }) => hash));
    const refused: RefusedTransaction[] = [];
    for (const [index, requestKey] of [...offered.keys()].entries()) {
      const text = faults.get(requestKey);
      if (text !== undefined) refused.push({ requestKey, index, text });
    }
    return bad({ kind: 'refused', refused });
  }

  private pure(offered: readonly Offered[], faults: Map<string, string>): readonly Checked[] {
    const { engine, chain, gate, mempool } = this.parts;
    const state = {
      now: engine.now(),
      isOnChain: (key: string) => chain.state.receipt(key) !== undefined,
      isBad: (key: string) => mempool.bad.has(key),
    };
    return offered.flatMap((each) => {
      const { command, payload } = each;
      const fault = gateFault(command, payload, gate, state);
      if (fault !== undefined) {
        faults.set(command.hash, fault);
        return [];
      }
      const read = chain.host.transactions.readWith(command, payload);
      if (read.ok) return [{ ...each, known: read.value }];
      faults.set(command.hash, `Pact parse error: ${errorText(read.fault)}`);
      return [];
    });
  }

  private verdicts({
    isSigned,
    transaction,
  }: KnownTransaction): Promise<'checked' | readonly Verdict[]> {
    if (isSigned) return Promise.resolve('checked');
    return verdictsOf(transaction, this.parts.signatures);
  }

  /** The head may have changed since: the current state decides. */
  private onState(
    checked: readonly Checked[],
    verdicts: readonly ('checked' | readonly Verdict[])[],
    faults: Map<string, string>,
  ): void {
    const { chain } = this.parts;
    const { line, state } = chain;
    const context = chain.questions.contextOn(line.head);
    const opened = state.open(line.head);
    if (!opened.ok) return;
    const block = opened.value;
    const text = ({ known }: Checked, i: number): string | undefined => {
      const { transaction } = known;
      const invalid = invalidityOf(transaction, context, { signatures: verdicts[i] ?? 'check' });
      if (invalid !== undefined) return invalid;
      known.isSigned = true;
      return block.attempt(
        (database) => admissionFault(database, context, transaction),
        () => false,
      );
    };
    for (const [i, each] of checked.entries()) {
      const fault = this.inTime(() => text(each, i));
      if (fault !== undefined) faults.set(each.command.hash, fault);
    }
  }

  private inTime(ask: () => string | undefined): string | undefined {
    try {
      return this.parts.engine.deadline.within(stateWithin, ask);
    } catch (error) {
      if (error instanceof Interrupted) return 'Transaction validation timed out';
      throw error;
    }
  }

  private insert(checked: readonly Checked[], faults: Map<string, string>): void {
    const { mempool } = this.parts;
    const added: string[] = [];
    for (const { known } of checked) {
      const { requestKey } = known;
      const how = mempool.add(known);
      if (how === 'added') added.push(requestKey);
      if (how === 'full') faults.set(requestKey, mempoolIsFull);
    }
    if (faults.size > 0) for (const key of added) mempool.remove(key);
  }
}

const mempoolIsFull =
  'insert error: The mempool is full of transactions with a gas price that is not lower. Offer a higher price, or retry later';
