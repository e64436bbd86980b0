// The thread behind deep-chain.ts: executes transactions on a small chain, on the stack that it was given.

import { parentPort } from 'node:worker_threads';
import { chainRoom } from '../../src/apps/cli/stack-size.ts';
import {
  answerLocal,
  executeTransaction,
  readLocal,
  readTransaction,
} from '../../src/chain/execute/index.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { encodeCommand } from '../../src/chain/command/index.ts';
import { contextAt, smallChain, written } from './chain-execution.ts';
import type { DeepOutcome, DeepTransaction } from './deep-chain.ts';

const { depthLimit, nestingLimit } = chainRoom();

parentPort?.on('message', (sent: DeepTransaction) => parentPort?.postMessage(outcomeOf(sent)));

function outcomeOf({ setUp = '', way = 'block', ...own }: DeepTransaction): DeepOutcome {
  const database = smallChain(setUp);
  const command = written({ gasLimit: 180_000, gasPrice: '0.0000001', ...own });
  const context = contextAt({}, { depthLimit });
  if (way === 'local') {
    const question = readLocal({ command, signatures: 'skip' }, { nestingLimit });
    if (question.kind !== 'question') return { kind: 'unread', text: question.kind };
    const { transaction } = question;
    const request = { transaction, preflight: true, signatures: 'skip' } as const;
    const settings = { network: development.name, blockGasLimit: 180_000n };
    const answer = answerLocal(database, context, request, settings);
    return {
      kind: 'local',
      text: answer.kind === 'preflight' ? shown(answer.result) : answer.kind,
    };
  }
  const read = readTransaction(utf8(encodeCommand(command)), { nestingLimit });
  if (!read.ok) return { kind: 'unread', text: cut(read.fault) };
  const done = executeTransaction(database, context, read.value, { index: 0, gasLeft: undefined });
  if (done.kind === 'invalid') return { kind: 'invalid', text: cut(done.fault.message) };
  const { result, gas, output } = done;
  return { kind: 'executed', text: shown(result), gas: Number(gas), bytes: output.length };
}

function shown({ result }: { readonly result: { readonly status: string } & object }): string {
  return 'error' in result
    ? cut((result.error as { readonly message: string }).message)
    : 'success';
}

const cut = (text: string): string => text.slice(0, 200);
