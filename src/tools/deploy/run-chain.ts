// A deployment on one chain, step by step. First the open transactions of earlier runs are settled; then the chain is
// read, and the missing parts are sent in order. So an interrupted run can be continued from any point.

import { bad, good, type Result } from '../../base/result.ts';
import type { Deployment } from './deploy.ts';
import { stepFacts, type Attempt } from './journal.ts';
import { type Plan, planChain, type Step, titleOf } from './plan.ts';
import { preflight, type Outcome } from './results.ts';
import { resultOf, settle } from './settle.ts';
import { readChainState } from './state.ts';
import { isComplete, transactionOf, type Transaction } from './transaction.ts';

export type ChainEnd =
  | { readonly kind: 'done'; readonly sent: number; readonly gas: bigint }
  /** Other people must sign first. */
  | { readonly kind: 'waiting'; readonly sent: number; readonly transactions: number }
  /** Sentences. */
  | { readonly kind: 'fault'; readonly sent: number; readonly sentences: readonly string[] };

/** Seconds of validity that a transaction must have left to be sent. */
const leastLeft = 30;

export async function runChain(chain: string, deployment: Deployment): Promise<ChainEnd> {
  const run = new ChainRun(chain, deployment);
  const fault = await run.settleOpen();
  if (fault !== undefined) return run.end([fault]);
  const plan = await planOf(chain, deployment);
  if (!plan.ok) return run.end(plan.fault);
  if (plan.value.faults.length > 0) return run.end(plan.value.faults);
  await run.dropOthers(plan.value.steps);
  const failed = await run.doAll(plan.value.steps);
  return failed === undefined ? await run.verified() : run.end([failed]);
}

/** Plans the steps for a chain in its current state. */
export async function planOf(
  chain: string,
  deployment: Deployment,
): Promise<Result<Plan, readonly string[]>> {
  const { project, port, asking, journal, data } = deployment;
  const state = await readChainState(project, { port, asking: asking(chain) });
  if (!state.ok) return bad([state.fault.sentence]);
  const hashes = await deployment.hashesOn(chain, state.value);
  if (!hashes.ok) return bad([hashes.fault]);
  const formsDue = journal.formsDue(chain);
  return good(
    planChain(project, { chain, state: state.value, hashes: hashes.value, formsDue, data }),
  );
}

class ChainRun {
  private readonly chain: string;
  private readonly deployment: Deployment;
  private sent = 0;
  private gas = 0n;
  /** Transactions that wait for signatures: nothing after them can be sent. */
  private waiting = 0;

  constructor(chain: string, deployment: Deployment) {
    this.chain = chain;
    this.deployment = deployment;
  }

  /** Returns a sentence if one of them is still undecided. */
  async settleOpen(): Promise<string | undefined> {
    const { deployment, chain } = this;
    for (const attempt of deployment.journal.open(chain)) {
      const { title, key, mayBeSent } = attempt;
      if (mayBeSent) {
        deployment.report({ kind: 'resumed', chain, title, key });
        const end = await settle(attempt, deployment);
        if (!end.ok) return `${title}: ${end.fault}`;
        continue;
      }
      // Others may have sent the transactions that they signed.
      const found = await resultOf(attempt, deployment);
      if (!found.ok) return found.fault;
      if (found.value !== undefined) await deployment.journal.end(key, found.value);
    }
    return undefined;
  }

  /** Transactions that were never sent, for steps that are no longer planned. */
  async dropOthers(steps: readonly Step[]): Promise<void> {
    const { journal } = this.deployment;
    const planned = new Set(
      steps.flatMap(({ id, parts }) => [id, ...parts.map((each) => each.id)]),
    );
    for (const { key, step, mayBeSent } of journal.open(this.chain)) {
      if (!mayBeSent && !planned.has(step)) await journal.end(key, { how: 'dropped' });
    }
  }

  /** Returns a sentence if a step failed; the steps after it are left out. */
  async doAll(steps: readonly Step[]): Promise<string | undefined> {
    for (const step of steps) {
      const failed = await this.do(step);
      if (failed !== undefined) return `${titleOf(step)}: ${failed}`;
    }
    return undefined;
  }

  /** Returns a sentence if the step failed. */
  async do(step: Step, leavesForms = false): Promise<string | undefined> {
    const attempt = this.kept(step);
    if (attempt !== undefined) return await this.doKept(attempt);
    const { clock, settings } = this.deployment;
    const made = transactionOf(step, settings, Math.floor(clock.dateMs() / 1000));
    if (!made.ok) return made.fault;
    const tried = await this.tryFirst(made.value);
    if (typeof tried === 'string') return tried;
    if (tried?.kind === 'failure') {
      if (isOutOfGas(tried.message) && step.parts.length > 0) return await this.doParts(step);
      return whyFailed(tried.message, settings.gasLimit);
    }
    return await this.doNew(step, made.value, leavesForms);
  }

  async verified(): Promise<ChainEnd> {
    if (this.waiting > 0) return this.waits();
    let plan = await planOf(this.chain, this.deployment);
    if (plan.ok && plan.value.steps.some(({ kind }) => kind === 'migration')) {
      // Only now can the chain tell what is to be migrated in modules that it did not have before.
      const migrations = plan.value.steps.filter(({ kind }) => kind === 'migration');
      const failed = await this.doAll(migrations);
      if (failed !== undefined) return this.end([failed]);
      if (this.waiting > 0) return this.waits();
      plan = await planOf(this.chain, this.deployment);
    }
    if (!plan.ok) return this.end(plan.fault);
    const left = [...plan.value.faults, ...plan.value.steps.map(titleOf)];
    if (left.length === 0) return { kind: 'done', sent: this.sent, gas: this.gas };
    return this.end([`all transactions were sent, but this is still missing: ${left.join('; ')}`]);
  }

  private waits(): ChainEnd {
    return { kind: 'waiting', sent: this.sent, transactions: this.waiting };
  }

  end(sentences: readonly string[]): ChainEnd {
    return { kind: 'fault', sent: this.sent, sentences };
  }

  /** Returns `undefined` if it cannot be tried yet. */
  private async tryFirst(transaction: Transaction): Promise<Outcome | string | undefined> {
    const tried = await preflight(this.deployment.port, this.chain, transaction);
    if (this.waiting > 0) {
      const isTooLarge =
        tried.ok && tried.value.kind === 'failure' && isOutOfGas(tried.value.message);
      // The waiting transactions may contain what it needs.
      return isTooLarge ? tried.value : undefined;
    }
    return tried.ok ? tried.value : tried.fault.sentence;
  }

  private async doParts(step: Step): Promise<string | undefined> {
    const { parts, forms } = step;
    this.deployment.report({
      kind: 'split',
      chain: this.chain,
      title: titleOf(step),
      parts: parts.length,
    });
    for (const part of parts) {
      const leavesForms = forms > 0 && (part.kind === 'module' || part.kind === 'interface');
      const failed = await this.do(part, leavesForms);
      if (failed !== undefined) return `${titleOf(part)}: ${failed}`;
    }
    return undefined;
  }

  private async doNew(
    step: Step,
    transaction: Transaction,
    leavesForms: boolean,
  ): Promise<string | undefined> {
    const { deployment, chain } = this;
    const attempt = await deployment.journal.begin({
      ...transaction,
      ...stepFacts(step),
      chain,
      title: titleOf(step),
      leavesForms,
    });
    if (isComplete(attempt) && this.waiting === 0) return await this.send(attempt);
    this.waiting++;
    if (isComplete(attempt)) return undefined;
    const put = await deployment.signatures.put(attempt, this.publicKeys());
    return put.ok ? undefined : put.fault;
  }

  /** Returns a transaction that was made earlier for the same step and is still valid. */
  private kept(step: Step): Attempt | undefined {
    const { journal, clock } = this.deployment;
    return journal
      .open(this.chain)
      .find(
        (attempt) =>
          attempt.step === step.id && attempt.expires - clock.dateMs() / 1000 > leastLeft,
      );
  }

  private async doKept(attempt: Attempt): Promise<string | undefined> {
    const { journal, signatures, port } = this.deployment;
    let complete = attempt;
    if (!isComplete(attempt)) {
      const taken = await signatures.take(attempt, this.publicKeys());
      if (!taken.ok) return taken.fault;
      const merged = attempt.signatures.map((each, i) => each ?? taken.value[i]);
      if (merged.some((each, i) => each !== attempt.signatures[i])) {
        await journal.sign(attempt.key, merged);
      }
      complete = { ...attempt, signatures: merged };
    }
    if (this.waiting > 0 || !isComplete(complete)) {
      this.waiting++;
      if (isComplete(complete)) return undefined;
      const put = await signatures.put(complete, this.publicKeys());
      return put.ok ? undefined : put.fault;
    }
    const tried = await preflight(port, this.chain, complete);
    if (!tried.ok) return tried.fault.sentence;
    if (tried.value.kind === 'failure') {
      // It was never sent: the next run replaces it.
      await journal.end(attempt.key, { how: 'dropped' });
      return whyFailed(tried.value.message, this.deployment.settings.gasLimit);
    }
    return await this.send(journal.find(attempt.key) ?? complete);
  }

  private async send(attempt: Attempt): Promise<string | undefined> {
    const { deployment, chain } = this;
    const { title, key } = attempt;
    deployment.report({ kind: 'sent', chain, title, key });
    const end = await settle(attempt, deployment);
    if (!end.ok) return end.fault;
    switch (end.value.how) {
      case 'success':
        this.sent++;
        this.gas += BigInt(end.value.gas);
        deployment.report({ kind: 'done', chain, title, key, gas: end.value.gas });
        return undefined;
      case 'failure':
        return `the transaction ${key} failed in its block: ${end.value.message}`;
      default:
        return `the transaction ${key} expired before it was included in a block: run the same command again`;
    }
  }

  private publicKeys(): readonly string[] {
    return this.deployment.settings.signers.map(({ signer }) => signer.publicKey);
  }
}

const isOutOfGas = (message: string): boolean => /gas limit .*exceeded|out of gas/i.test(message);

function whyFailed(message: string, gasLimit: number): string {
  if (!isOutOfGas(message)) return message;
  return (
    `one transaction needs more gas than ${gasLimit}, and cannot be split further: ` +
    `split the module, or raise gasLimit if the network allows more (${message})`
  );
}
