// Takes sealed commands from clients, in the thread that serves them: checks what needs no key, in a thread for questions,
// and passes them on to the thread of the engine, which stores them.

import { bad, good, type Result } from '../../base/result.ts';
import { encodeCommand, type Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Micros } from '../../chain/model/header.ts';
import { bringerOf } from '../../p2p/sealed/bringer.ts';
import { carriedLimits } from '../../p2p/sealed/limits.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import type { Asker, SealedPort, SubmitFailure } from '../port.ts';
import type { SealedEnvelope } from '../questions/sealed.ts';

/** A sealed command that passed all checks that need no key. */
export type TakenSealed = SealedEnvelope & {
  readonly requestKey: string;
  /** The JSON of the command. */
  readonly text: string;
  /** Who shares a part of the space: see `CarriedSealed`. */
  readonly bringer: string;
};

/** Why the engine does not take it. One sentence. */
export type NotTaken = { readonly kind: 'refused' | 'unavailable'; readonly sentence: string };

type SealedIntakeParts = {
  readonly questions: Pick<ChainQuestions, 'sealedChecks'>;
  readonly now: () => Micros;
  /** Stores it. Resolves when it is durable. */
  readonly add: (taken: TakenSealed) => Promise<Result<undefined, NotTaken>>;
};

export class SealedIntake implements SealedPort {
  private readonly parts: SealedIntakeParts;

  constructor(parts: SealedIntakeParts) {
    this.parts = parts;
  }

  async take(
    chain: ChainId,
    command: Command,
    asker?: Asker,
  ): Promise<Result<string, SubmitFailure>> {
    const { questions, now, add } = this.parts;
    const { hash: requestKey } = command;
    const refused = (text: string): Result<never, SubmitFailure> =>
      bad({ kind: 'refused', refused: [{ requestKey, index: 0, text }] });
    // Before it is read: JSON of this size takes milliseconds.
    if (command.cmd.length > carriedLimits.commandBytes) return refused(tooLargeText);
    const checked = await questions.sealedChecks(chain, [{ command, chain, now: now() }], asker);
    if (!checked.ok) return checked;
    const [envelope] = checked.value;
    if (envelope === undefined) return bad({ kind: 'unserved', why: 'fault' });
    if (!envelope.ok) {
      const { kind, text } = envelope.fault;
      return kind === 'unreadable' ? bad({ kind, text }) : refused(text);
    }
    // The network of IPv6 clients has the length of its prefix behind it.
    const [address = ''] = (asker?.client.network ?? '').split('/');
    const bringer = bringerOf('client', address);
    const text = encodeCommand(command);
    const added = await add({ ...envelope.value, requestKey, text, bringer });
    if (added.ok) return good(requestKey);
    const { kind, sentence } = added.fault;
    return kind === 'refused' ? refused(sentence) : bad({ kind, sentence });
  }
}

const tooLargeText = `cmd has more than ${carriedLimits.commandBytes} characters, the most of a sealed command`;
