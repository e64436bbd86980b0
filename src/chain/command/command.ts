// A command in its transport format: the text that is hashed and signed, its hash, and the signatures.
// Source: pact-request-api/Pact/Core/Command/Types.hs (Command), Hash.hs.
import { type JsonValue, printJsonString } from '../../base/json.ts';
import { type Hash, hashText, parseHash } from '../../lang/session/run.ts';
import { type Reading, reading } from './fault.ts';
import { Field, placeOfText } from './fields.ts';
import { type UserSignature, encodeSignature, readSignature } from './signer.ts';

export type Command = {
  /** The payload's JSON, byte for byte as it was signed. */
  readonly cmd: string;
  /** Base64url without padding; the request key. */
  readonly hash: Hash;
  readonly signatures: readonly UserSignature[];
};

/** BLAKE2b-256 of a `cmd` text: the command's hash and its request key. */
export function commandHash(cmd: string): Hash {
  return hashText(cmd);
}

/** Returns the fault if the hash is not that of the text, in the reference's words. */
export function hashFault({ cmd, hash }: Pick<Command, 'cmd' | 'hash'>): string | undefined {
  const computed = commandHash(cmd);
  if (computed === hash) return undefined;
  return `Hash Mismatch, received ${hash} but our hashing resulted in ${computed}`;
}

/** Reads a command from the text of its JSON. */
export function readCommand(text: string): Reading<Command> {
  return reading(() => commandAt(placeOfText(text, 'the command')));
}

/** Reads a command at `path` in parsed JSON. */
export function readCommandJson(json: JsonValue, path = ''): Reading<Command> {
  return reading(() => commandAt(new Field(path, json)));
}

/** Writes JSON with the reference's order of members. */
export function encodeCommand({ cmd, hash, signatures }: Command): string {
  const sigs = signatures.map(encodeSignature).join(',');
  return `{"hash":"${hash}","sigs":[${sigs}],"cmd":${printJsonString(cmd)}}`;
}

/** Reads a request key or the hash of a command. */
export function readHash(place: Field): Hash {
  const { text } = place;
  return parseHash(text) ?? place.refuse('must be a hash: 43 characters of base64url');
}

export function commandAt(place: Field): Command {
  return {
    cmd: place.field('cmd').text,
    signatures: place.field('sigs').items.map(readSignature),
    hash: readHash(place.field('hash')),
  };
}

// Reads the request bodies of `send`, `poll` and `listen`. The body of `local` and `private` is a single command.
// Source: pact-request-api/Pact/Core/Command/Server.hs; section 10.7.

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
