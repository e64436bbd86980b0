// Follows one transaction until its outcome is certain: it is in a block, or no block can include it any more. It is
// sent with the bytes from the journal, so sending it again is harmless.

import { bad, good, type Result } from '../../base/result.ts';
import type { Deployment } from './deploy.ts';
import type { Attempt, AttemptEnd } from './journal.ts';
import { maxPauseMs } from './limits.ts';
import { chainTime, type Outcome, pause, poll, sendTo } from './results.ts';

/** Seconds: another branch of the chain may be a little behind. */
const marginSeconds = 60;

/** Queries for the result before the transaction is sent again: nodes forget pending transactions. */
const pollsBeforeSending = 20;

/** A short first pause, enough for a network with blocks on demand. */
const shortestPauseMs = 50;

/** The fault is a sentence: there is no result yet, or no response. */
export async function settle(
  attempt: Attempt,
  deployment: Deployment,
): Promise<Result<AttemptEnd, string>> {
  const { clock, timer, timeoutMs, journal } = deployment;
  const deadline = clock.nowMs() + timeoutMs;
  const isFirst = !attempt.mayBeSent;
  if (isFirst) await journal.sending(attempt.key);
  let polls = 0;
  if (!isFirst) {
    const early = await resultOf(attempt, deployment);
    if (!early.ok || early.value !== undefined) return ended(attempt, deployment, early);
  }
  for (let wait = shortestPauseMs; ; wait = Math.min(maxPauseMs, wait * 1.5)) {
    if (polls % pollsBeforeSending === 0) {
      const sent = await sendTo(deployment.port, attempt.chain, attempt);
      if (!sent.ok && sent.fault.kind === 'refused') {
        return await afterRefusal(attempt, deployment, { isFirst, said: sent.fault.sentence });
      }
      if (!sent.ok) return bad(`${sent.fault.sentence}; ${stillOpen(attempt)}`);
    }
    const found = await resultOf(attempt, deployment);
    if (!found.ok || found.value !== undefined) return ended(attempt, deployment, found);
    polls++;
    if (clock.nowMs() >= deadline) return bad(`there is no result yet; ${stillOpen(attempt)}`);
    await pause(timer, wait);
  }
}

/** Returns whether it is in a block or has certainly expired; otherwise `undefined`. */
export async function resultOf(
  attempt: Attempt,
  deployment: Deployment,
): Promise<Result<AttemptEnd | undefined, string>> {
  const { port, clock, settings } = deployment;
  // The chain's time must be read first: a transaction that is not in a block by then cannot be included later.
  const isOld = clock.dateMs() / 1000 > attempt.expires;
  const time = isOld ? await chainTime(port, deployment.asking(attempt.chain)) : undefined;
  if (time?.ok === false) return bad(time.fault.sentence);
  const { confirmations } = settings;
  const found = await poll(port, attempt.chain, { keys: [attempt.key], confirmations });
  if (!found.ok) return bad(found.fault.sentence);
  const outcome = found.value.get(attempt.key);
  if (outcome !== undefined) return good(endOf(outcome));
  const isOver = time !== undefined && time.value > attempt.expires + marginSeconds;
  return good(isOver ? { how: 'expired' } : undefined);
}

async function afterRefusal(
  attempt: Attempt,
  deployment: Deployment,
  { isFirst, said }: { readonly isFirst: boolean; readonly said: string },
): Promise<Result<AttemptEnd, string>> {
  // A transaction that is already in a block is refused as well.
  const found = await resultOf(attempt, deployment);
  if (!found.ok || found.value !== undefined) return ended(attempt, deployment, found);
  if (!isFirst) return bad(`${said}; ${stillOpen(attempt)}`);
  await deployment.journal.end(attempt.key, { how: 'dropped' });
  return bad(said);
}

async function ended(
  attempt: Attempt,
  { journal }: Deployment,
  found: Result<AttemptEnd | undefined, string>,
): Promise<Result<AttemptEnd, string>> {
  if (!found.ok) return bad(`${found.fault}; ${stillOpen(attempt)}`);
  const end = found.value ?? { how: 'expired' };
  await journal.end(attempt.key, end);
  return good(end);
}

function endOf(outcome: Outcome): AttemptEnd {
  if (outcome.kind === 'success') return { how: 'success', gas: outcome.gas };
  return { how: 'failure', message: outcome.message };
}

function stillOpen({ key, expires }: Attempt): string {
  const until = new Date(expires * 1000).toISOString().slice(0, 19);
  return `${key} may still be included in a block until ${until}Z: run the same command again`;
}
