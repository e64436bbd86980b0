// Reads the request bodies of `send`, `poll` and `listen`. The body of `local` and `private` is a single command.
// Source: pact-request-api/Pact/Core/Command/Server.hs; section 10.7.

import type { Hash } from '../../lang/session/run.ts';
import { commandAt, readHash, type Command } from './command.ts';
import { reading, type Reading } from './fault.ts';
import { placeOfText, type Field } from './fields.ts';

/** Reads `{"cmds":[...]}` with at least one item. */
export function readSubmission(text: string): Reading<readonly Command[]> {
  return reading(() => someOf(bodyOf(text).field('cmds')).map(commandAt));
}

/** Reads `{"requestKeys":[...]}` with at least one item. */
export function readPoll(text: string): Reading<readonly Hash[]> {
  return reading(() => someOf(bodyOf(text).field('requestKeys')).map(readHash));
}

/** Reads `{"listen":...}`. */
export function readListen(text: string): Reading<Hash> {
  return reading(() => readHash(bodyOf(text).field('listen')));
}

const bodyOf = (text: string): Field => placeOfText(text, 'the body');

function someOf(list: Field): readonly Field[] {
  const { items } = list;
  return items.length === 0 ? list.refuse('is empty') : items;
}
