// Commands for tests: signed, verified and executed as a server would.
import { valueOf } from './value-of.ts';
import {
  anyMeta,
  commandResult,
  execute,
  readKeyPair,
  signCommand,
  standAlone,
  verifyCommand,
  type CommandResult,
  type KeyPair,
  type ResultOptions,
  type Surroundings,
} from '../../src/chain/command/index.ts';
import {
  encodeStable,
  lineInfo,
  MemoryDatabase,
  type Database,
} from '../../src/lang/session/store.ts';

export const pair = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));
export const coseKey = `a4010103272006215820${pair.publicKey}`;
export const webAuthn = valueOf(
  readKeyPair({ scheme: 'WebAuthn', publicKey: coseKey, secretKey: '11'.repeat(32) }),
);

export type Sent = {
  readonly code?: string;
  readonly cont?: string;
  readonly proof?: string;
  readonly data?: string;
  readonly signers?: string;
  /** The signing keys, if not the default key pair. */
  readonly pairs?: readonly KeyPair[];
  readonly verifiers?: string;
  readonly nonce?: string;
};

/** Runs a command as a server would, and returns its result. */
export function send(
  database: Database,
  sent: Sent,
  changes: Partial<Surroundings> = {},
  options: ResultOptions = {},
): CommandResult {
  const {
    code = '',
    cont,
    proof = 'null',
    data = 'null',
    signers,
    pairs = signers === undefined ? [] : [pair],
    verifiers = '',
    nonce = '',
  } = sent;
  const message =
    cont === undefined
      ? `{"exec":{"data":${data},"code":${JSON.stringify(code)}}}`
      : `{"cont":{"proof":${proof},"data":${data},${cont}}}`;
  const cmd =
    `{"networkId":null,"payload":${message},"signers":[${signers ?? ''}]${verifiers}` +
    `,"meta":null,"nonce":"${nonce}"}`;
  const command = valueOf(signCommand(cmd, pairs));
  const verified = valueOf(verifyCommand(command, { meta: anyMeta }));
  const surroundings = { ...standAlone({ database, depthLimit: 1500 }), ...changes };
  return commandResult(command.hash, execute(verified, surroundings), options);
}

export const fresh = (): Database => new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });

/** Returns the value as JSON, or the type, position and message of the error. */
export function reported({ result }: CommandResult): string {
  if (result.status === 'success') return encodeStable(result.data);
  const { type, info, message } = result.error;
  return `${type} at ${info}: ${message}`;
}

export const run = (code: string, changes?: Partial<Surroundings>): string =>
  reported(send(fresh(), { code }, changes));
