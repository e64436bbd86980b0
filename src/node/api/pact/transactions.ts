// Accepts the transactions of a body, all of them or none; and executes one on the state of a chain without saving
// anything.
// Source: interface reference, sections 5.1 and 5.4.

import { isJsonArray, isJsonObject, printJsonString } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { concatBytes, utf8 } from '../../../base/bytes.ts';
import { readCommandJson, type Command } from '../../../chain/command/index.ts';
import type { Answer, FaultAnswer } from '../../../base/http/index.ts';
import type { Asker, ChainPort, LocalReply, PrintedJson, SubmitFailure } from '../../port.ts';
import { readBody, type BodyFault } from '../body.ts';
import { jsonType } from '../endpoint.ts';
import { fault, unservedFault } from '../faults.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';

export function send(
  { limits, open }: Pick<NodeApiParts, 'limits' | 'open'>,
  chain: ChainPort,
  { body, asker }: { readonly body: string; readonly asker: Asker },
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const commands = readCommands(body, limits);
    if (!commands.ok) return fault('bad-body', commands.fault);
    const keys = await chain.submit(commands.value, asker);
    return keys.ok ? requestKeys(keys.value) : refusalOf(keys.fault);
  };
  return open.run('submission', work, (tooMany) => fault('busy', tooMany));
}

export function sendPrivate(
  { limits, open, node }: Pick<NodeApiParts, 'limits' | 'open' | 'node'>,
  chain: ChainPort,
  { body, asker }: { readonly body: string; readonly asker: Asker },
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const command = readOneCommand(body, limits);
    if (!command.ok) return fault('bad-body', command.fault);
    if (node.sealed === undefined) return fault('not-private');
    const key = await node.sealed.take(chain.id, command.value, asker);
    return key.ok ? requestKeys([key.value]) : refusalOf(key.fault);
  };
  return open.run('submission', work, (tooMany) => fault('busy', tooMany));
}

const requestKeys = (keys: readonly string[]): Answer => ({
  kind: 'json',
  text: `{"requestKeys":[${keys.map((key) => `"${key}"`).join(',')}]}`,
});

function refusalOf(failure: SubmitFailure): FaultAnswer {
  switch (failure.kind) {
    case 'refused':
      return fault('refused-transactions', failure.refused);
    case 'unreadable':
      return fault('unreadable-command', failure.text);
    case 'unavailable':
      return fault('unavailable', failure.sentence);
    case 'unserved':
      return unservedFault(failure);
  }
}

function readCommands(
  text: string,
  { bodyDepth, commands: max }: ApiLimits,
): Result<readonly Command[], BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  if (!isJsonObject(body.value)) return bad({ why: 'the body must be an object' });
  const list = body.value.get('cmds');
  if (list === undefined) return bad({ why: 'key "cmds" not found' });
  if (!isJsonArray(list)) return bad({ path: 'cmds', why: 'it must be a list of transactions' });
  if (list.length === 0) {
    return bad({ path: 'cmds', why: 'parsing NonEmpty failed, unexpected empty list' });
  }
  if (list.length > max) {
    return bad({
      path: 'cmds',
      why: `one request may send ${max} transactions, not ${list.length}`,
    });
  }
  const commands: Command[] = [];
  for (const [i, each] of list.entries()) {
    const command = readCommandJson(each);
    if (!command.ok) return bad(within(`cmds[${i}]`, command.fault));
    commands.push(command.value);
  }
  return good(commands);
}

/** Reads the body of `local` and `private`. */
function readOneCommand(text: string, { bodyDepth }: ApiLimits): Result<Command, BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  const command = readCommandJson(body.value);
  return command.ok ? command : bad(within('', command.fault));
}

type Refusal = { readonly sentence: string; readonly path?: string | undefined };

function within(place: string, { sentence, path = '' }: Refusal): BodyFault {
  const separator = place === '' || path === '' || path.startsWith('[') ? '' : '.';
  return { path: `${place}${separator}${path}`, why: sentence };
}

type LocalRequest = {
  readonly body: string;
  readonly preflight: boolean;
  readonly signatureVerification: boolean;
  readonly rewindDepth: number;
  readonly asker: Asker;
};

export function runLocal(
  { limits, open }: Pick<NodeApiParts, 'limits' | 'open'>,
  chain: ChainPort,
  { body, preflight, signatureVerification, rewindDepth, asker }: LocalRequest,
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const command = readOneCommand(body, limits);
    if (!command.ok) return fault('bad-body', command.fault);
    const signatures = signatureVerification ? 'check' : 'skip';
    const question = { command: command.value, preflight, signatures, rewindDepth } as const;
    return answerOf(await chain.local(question, asker));
  };
  return open.run('question', work, (tooMany) => fault('busy', tooMany));
}

function answerOf(reply: LocalReply): Answer {
  switch (reply.kind) {
    case 'result':
      return jsonAnswer('', reply.json, '');
    case 'preflight': {
      const warnings = reply.warnings.map(printJsonString).join(',');
      const rest = `,"preflightWarnings":[${warnings}]}`;
      return jsonAnswer('{"preflightResult":', reply.json, rest);
    }
    case 'unserved':
      return unservedFault(reply);
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

function jsonAnswer(before: string, json: PrintedJson, after: string): Answer {
  if (typeof json === 'string') return { kind: 'json', text: `${before}${json}${after}` };
  const isAlone = before === '' && after === '';
  const bytes = isAlone ? json : concatBytes([utf8(before), json, utf8(after)]);
  return { kind: 'bytes', bytes, type: jsonType };
}
