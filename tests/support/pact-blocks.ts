// Blocks of real Pact code with free gas, so that tests of states need no coin contract: modules, keysets, namespaces,
// tables and defpacts are those of the language.

import { bad, good } from '../../src/base/result.ts';
import { decodeUtf8, utf8 } from '../../src/base/bytes.ts';
import type { BlockPort, BlockTransaction } from '../../src/chain/blocks/chain-port.ts';
import {
  commandHash,
  commandResult,
  encodeCommand,
  encodeCommandResult,
  execute,
  publicMeta,
  readCommand,
  standAlone,
  trustCommand,
  type VerifiedCommand,
} from '../../src/chain/command/index.ts';
import {
  defaultPublicData,
  noSpvSupport,
  type DefPactExec,
  type SpvSupport,
} from '../../src/lang/session/run.ts';
import { MemoryDatabase } from '../../src/lang/session/store.ts';

export type PactTransaction = BlockTransaction & { readonly command: VerifiedCommand<unknown> };

const meta = { chainId: '0', sender: '', gasLimit: 1, gasPrice: 1, ttl: 1, creationTime: 0 };

/** Returns a transaction; `payload` has the JSON of a request's `exec` or `cont`. */
export function pactTransaction(payload: object, nonce: string): PactTransaction {
  const signers: never[] = [];
  const cmd = JSON.stringify({ networkId: 'test', payload, signers, meta, nonce });
  const hash = commandHash(cmd);
  const read = readPact(utf8(encodeCommand({ cmd, hash, signatures: [] })));
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

export const code = (text: string, nonce: string, data: object = {}): PactTransaction =>
  pactTransaction({ exec: { code: text, data } }, nonce);

function readPact(bytes: Uint8Array) {
  const command = readCommand(decodeUtf8(bytes) ?? '');
  if (!command.ok) return bad(command.fault.sentence);
  const read = trustCommand(command.value, { meta: publicMeta });
  if (!read.ok) return bad(read.fault.sentence);
  const { hash } = read.value;
  const canonical = utf8(encodeCommand(command.value));
  return good({ requestKey: hash, bytes: canonical, gasLimit: 1n, command: read.value });
}

/** Returns the defpact that the last transaction starts on another chain, after the other transactions have run there. */
export function continuationOf(chainId: string, ...run: readonly PactTransaction[]): DefPactExec {
  const database = new MemoryDatabase();
  const publicData = { ...defaultPublicData, chainId };
  let last: DefPactExec | undefined;
  for (const { command } of run) {
    const surroundings = { ...standAlone({ database, depthLimit: 1_000 }), publicData };
    last = execute(command, surroundings).continuation;
  }
  if (last === undefined) throw new Error('the last transaction runs no defpact');
  return last;
}

/** A block port for chain 1. */
export function pactPort(spv: SpvSupport = noSpvSupport): BlockPort<PactTransaction> {
  return {
    gasLimit: undefined,
    read: readPact,
    faults: () => [],
    coinbase: () => good(utf8('none')),
    run(database, { command }) {
      const publicData = { ...defaultPublicData, chainId: '1' };
      const surroundings = { ...standAlone({ database, depthLimit: 1_000 }), spv, publicData };
      const execution = execute(command, surroundings);
      const output = encodeCommandResult(commandResult(command.hash, execution));
      return { kind: 'executed', output: utf8(output), gas: 0n };
    },
  };
}
