// Queries to the state of one chain: code that runs as in the next block, without saving anything. Payload and code are
// read first, then signatures are checked, and then the code runs on the newest block at that time.
// Source: Chainweb/Pact/PactService.hs (execLocal); api reference, section 5.4.

import { utf8 } from '../../base/bytes.ts';
import { answerLocal, readLocal } from '../../chain/execute/index.ts';
import {
  encodeCommandResult,
  type CommandResult,
  type SignatureChecker,
} from '../../chain/command/index.ts';
import type { LocalQuestion, LocalReply, PrintedJson } from '../port.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';
import type { AskedChain, AskedChains } from './asked-chains.ts';

type LocalAnswer = ReturnType<typeof answerLocal>;

/** Throws `Interrupted`. */
export async function localReply(
  chains: AskedChains,
  chain: AskedChain,
  question: LocalQuestion,
  signatures: SignatureChecker,
): Promise<LocalReply> {
  const read = readLocal(question, chain.host.transactions.parsing);
  if (read.kind !== 'question') return printed(read);
  const { transaction } = read;
  const { preflight, rewindDepth } = question;
  const verdicts =
    question.signatures === 'skip' ? 'skip' : await verdictsOf(transaction, signatures);
  return answered(chains, chain, { transaction, preflight, signatures: verdicts }, rewindDepth);
}

function answered(
  { network, settings }: AskedChains,
  { line, state, contexts }: AskedChain,
  request: Parameters<typeof answerLocal>[2],
  depth: number,
): LocalReply {
  const { head } = line;
  const parent = line.at(Math.max(head.height - depth, line.lowest)) ?? head;
  const opened = state.open(parent);
  if (!opened.ok) return { kind: 'not-kept', depth, kept: state.keptDepth };
  const block = opened.value;
  const context = contexts.contextOn(parent);
  const limits = { network: network.name, blockGasLimit: settings.transactionGasLimit };
  const answer = block.attempt(
    (database) => answerLocal(database, context, request, limits),
    () => false,
  );
  return printed(answer);
}

/** Characters of a text that passes between threads as it is. */
const maxShortText = 64 * 1024;

function printedJson(result: CommandResult): PrintedJson {
  const text = encodeCommandResult(result);
  return text.length <= maxShortText ? text : utf8(text);
}

/** Results are printed where they are made, so that large ones do not occupy the thread that sends them. */
function printed(answer: LocalAnswer): LocalReply {
  switch (answer.kind) {
    case 'result':
      return { kind: 'result', json: printedJson(answer.result) };
    case 'preflight': {
      const { result, warnings } = answer;
      return { kind: 'preflight', json: printedJson(result), warnings };
    }
    case 'refused':
    case 'unreadable':
      return answer;
  }
}
