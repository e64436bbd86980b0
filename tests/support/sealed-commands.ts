// Entities for tests, and commands sealed for them.
import { blake2b } from '@noble/hashes/blake2.js';
import {
  encodeCommand,
  readCommand,
  type Command,
  type Reading,
} from '../../src/chain/command/index.ts';
import { entityPublicKey, sealCommand, type Recipient } from '../../src/chain/sealed/index.ts';
import { codeCommand } from './signed-commands.ts';
import { valueOf } from './value-of.ts';

const secretOf = (name: string): Uint8Array =>
  blake2b(new TextEncoder().encode(name), { dkLen: 32 });
const names = ['alice', 'bob', 'carol', 'dave'];
export const entityKeys = new Map(names.map((name) => [name, entityPublicKey(secretOf(name))]));

export function entity(name: string): Recipient {
  return { name, secretKey: secretOf(name), known: entityKeys };
}

let draws = 0;
const random = (length: number): Uint8Array =>
  blake2b(new TextEncoder().encode(`draw ${draws++}`), { dkLen: length });

export type Letter = {
  readonly from?: string;
  readonly to?: readonly string[];
  readonly nonce?: string;
  readonly networkId?: string;
  /** For a node: its chain, and the times of the command in seconds. */
  readonly placement?: {
    readonly chainId: string;
    readonly creationTime: number;
    readonly ttl: number;
  };
};

/** Returns a signed command whose metadata says who may read it. */
export function letter(
  code: string,
  { from = 'alice', to = ['bob'], nonce, networkId, placement }: Letter = {},
): Command {
  const options = {
    ...(nonce !== undefined && { nonce }),
    ...(networkId !== undefined && { networkId }),
  };
  return valueOf(
    readCommand(
      codeCommand(code, { meta: { address: { from, to }, ...placement }, ...options }).text,
    ),
  );
}

/** Seals a command; `by` names the entity whose key is used. */
export function trySeal(command: Command, by = 'alice', chosen = random): Reading<Command> {
  return sealCommand(command, {
    senderSecret: secretOf(by),
    recipients: entityKeys,
    random: chosen,
  });
}

export const seal = (command: Command, by?: string, chosen = random): Command =>
  valueOf(trySeal(command, by, chosen));

export const sealedText = (code: string, who?: Letter): string =>
  encodeCommand(seal(letter(code, who)));
