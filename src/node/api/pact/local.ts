// Executes a transaction on the state of a chain without saving anything.
// Source: interface reference, section 5.4.

import { printJsonString } from '../../../base/json.ts';
import { encodeCommandResult } from '../../../chain/command/index.ts';
import type { Answer } from '../../../base/http/index.ts';
import type { ChainPort, LocalReply } from '../../port.ts';
import { fault } from '../faults.ts';
import type { NodeApiParts } from '../parts.ts';
import { readOneCommand } from './submit.ts';

export type LocalRequest = {
  readonly body: string;
  readonly preflight: boolean;
  readonly signatureVerification: boolean;
  readonly rewindDepth: number;
};

export function runLocal(
  { limits, open }: Pick<NodeApiParts, 'limits' | 'open'>,
  chain: ChainPort,
  { body, preflight, signatureVerification, rewindDepth }: LocalRequest,
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const command = readOneCommand(body, limits);
    if (!command.ok) return fault('bad-body', command.fault);
    const signatures = signatureVerification ? 'check' : 'skip';
    const question = { command: command.value, preflight, signatures, rewindDepth } as const;
    return answerOf(await chain.local(question));
  };
  return open.run('question', work, (tooMany) => fault('busy', tooMany));
}

function answerOf(reply: LocalReply): Answer {
  switch (reply.kind) {
    case 'result':
      return { kind: 'json', text: encodeCommandResult(reply.result) };
    case 'preflight': {
      const warnings = reply.warnings.map(printJsonString).join(',');
      const result = encodeCommandResult(reply.result);
      const text = `{"preflightResult":${result},"preflightWarnings":[${warnings}]}`;
      return { kind: 'json', text };
    }
    case 'refused':
      return fault('invalid-metadata', `[${reply.failures.map(printJsonString).join(',')}]`);
    case 'unreadable':
      return fault('validation-failed', reply.sentence);
    case 'not-kept': {
      const { depth, kept } = reply;
      const contents = `{"_rewindExceededLimit":${kept},"_rewindDepth":${depth}}`;
      return fault('execution-failed', `{"tag":"RewindLimitExceeded","contents":${contents}}`);
    }
    case 'interrupted':
      return { kind: 'json', text: '"Transaction timed out"' };
  }
}
