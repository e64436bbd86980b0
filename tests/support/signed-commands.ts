// Commands signed with a test key, as clients send them.
import { valueOf } from './value-of.ts';
import {
  encodeCommand,
  readKeyPair,
  signCommand,
  type KeyPair,
} from '../../src/chain/command/index.ts';

export const testKey: KeyPair = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));

export type CodeOptions = {
  readonly data?: object;
  readonly nonce?: string;
  readonly gasLimit?: number;
  readonly keyPairs?: readonly KeyPair[];
  readonly meta?: object;
  /** Defaults to `test`. */
  readonly networkId?: string;
};

export type SentCommand = {
  readonly requestKey: string;
  /** The command as JSON. */
  readonly text: string;
};

let count = 0;

export function codeCommand(code: string, options: CodeOptions = {}): SentCommand {
  const {
    data = {},
    gasLimit = 100_000,
    keyPairs = [testKey],
    nonce = `nonce ${count++}`,
  } = options;
  const meta = {
    chainId: '0',
    sender: 'test',
    gasLimit,
    gasPrice: 1e-8,
    ttl: 600,
    creationTime: 0,
  };
  const cmd = JSON.stringify({
    networkId: options.networkId ?? 'test',
    payload: { exec: { code, data } },
    signers: keyPairs.map(({ publicKey }) => ({ pubKey: publicKey, scheme: 'ED25519' })),
    meta: options.meta ?? meta,
    nonce,
  });
  const signed = valueOf(signCommand(cmd, keyPairs));
  return { requestKey: signed.hash, text: encodeCommand(signed) };
}

export function submission(commands: readonly SentCommand[]): string {
  return `{"cmds":[${commands.map(({ text }) => text).join(',')}]}`;
}
