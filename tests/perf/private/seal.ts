// Seals code for a chain of a node, as `pact seal` does, many times in one process.

import { randomBytes } from 'node:crypto';
import {
  encodeCommand,
  encodePayload,
  encodePrivateMeta,
  signCommand,
} from '../../../src/chain/command/index.ts';
import { sealCommand } from '../../../src/chain/sealed/index.ts';
import { unit } from '../../../src/lang/session/run.ts';

export type Sealing = {
  readonly networkId: string;
  readonly from: string;
  readonly senderSecret: Uint8Array;
  /** Public keys by name. */
  readonly recipients: ReadonlyMap<string, Uint8Array>;
};

/** Returns the request key and the body of a request. Throws if it cannot be sealed. */
export function seal(code: string, { networkId, from, senderSecret, recipients }: Sealing) {
  const cmd = encodePayload(
    {
      networkId,
      message: { kind: 'exec', code, data: unit },
      signers: [],
      verifiers: undefined,
      meta: {
        address: { from, to: [...recipients.keys()].sort() },
        placement: {
          chainId: '0',
          creationTime: BigInt(Math.floor(Date.now() / 1000) - 15),
          ttl: 3600n,
        },
      },
      nonce: randomBytes(8).toString('hex'),
    },
    encodePrivateMeta,
  );
  const command = signCommand(cmd, []);
  if (!command.ok) throw new Error(command.fault.sentence);
  const sealed = sealCommand(command.value, {
    senderSecret,
    recipients,
    random: (length) => new Uint8Array(randomBytes(length)),
  });
  if (!sealed.ok) throw new Error(sealed.fault.sentence);
  return { key: sealed.value.hash, body: JSON.parse(encodeCommand(sealed.value)) as unknown };
}
