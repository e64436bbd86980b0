// Checks whether transactions may be added to the mempool of a chain: their code, hash and signatures, and whether they can
// buy their gas. Each gets the first fault in the order and with the text of the reference.
// Source: Chainweb/Pact/PactService.hs (execPreInsertCheckReq); api reference, section 5.1.

import { admissionFault, invalidityOf, transactionWith } from '../../chain/execute/index.ts';
import { readSentPayload, type SignatureChecker, type Verdict } from '../../chain/command/index.ts';
import { errorText } from '../../lang/session/run.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';
import type { AskedChain } from './asked-chains.ts';
import type { Candidate } from './messages.ts';

type Fault = string | undefined;

/** Throws `Interrupted`. */
export async function admissionFaults(
  chain: AskedChain,
  candidates: readonly Candidate[],
  signatures: SignatureChecker,
): Promise<readonly Fault[]> {
  const read = candidates.map((each) => readCandidate(chain, each));
  const verdicts = await Promise.all(
    read.map((each): Promise<'checked' | readonly Verdict[]> => {
      if (each.kind === 'fault' || each.isSigned) return Promise.resolve('checked');
      return verdictsOf(each.transaction, signatures);
    }),
  );
  // The head may have changed since: the current state decides.
  const { line, state, contexts } = chain;
  const opened = state.open(line.head);
  const context = contexts.contextOn(line.head);
  return read.map((each, i) => {
    if (each.kind === 'fault') return each.text;
    const { transaction } = each;
    const invalid = invalidityOf(transaction, context, { signatures: verdicts[i] ?? 'check' });
    if (invalid !== undefined || !opened.ok) return invalid;
    return opened.value.attempt(
      (database) => admissionFault(database, context, transaction),
      () => false,
    );
  });
}

function readCandidate({ host }: AskedChain, { command, isSigned }: Candidate) {
  const payload = readSentPayload(command.cmd);
  if (!payload.ok) return { kind: 'fault', text: payload.fault.sentence } as const;
  const read = transactionWith(command, payload.value, host.transactions.parsing);
  if (!read.ok) {
    return { kind: 'fault', text: `Pact parse error: ${errorText(read.fault)}` } as const;
  }
  return { kind: 'read', transaction: read.value, isSigned } as const;
}
