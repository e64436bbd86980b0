// Returns the results of transactions: at once, or when they are in a block.
// Source: interface reference, sections 5.2, 5.3 and 5.5.

import { isJsonArray, isJsonObject } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { Answer, FaultAnswer } from '../../../base/http/index.ts';
import type { ChainPort, NodePort } from '../../port.ts';
import { readBody, textMember, type BodyFault } from '../body.ts';
import { fault } from '../faults.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';
import { keyFault } from './request-keys.ts';
import { resultText } from './result-text.ts';

export async function poll(
  { limits, node }: Pick<NodeApiParts, 'limits' | 'node'>,
  chain: ChainPort,
  { body, confirmationDepth }: { readonly body: string; readonly confirmationDepth: number },
): Promise<Answer> {
  const keys = readKeys(body, limits);
  if (!keys.ok) return fault('bad-body', keys.fault);
  const found = await chain.poll(keys.value, { confirmationDepth });
  const ill = illness(node);
  if (ill !== undefined) return ill;
  const members = [...found].map(
    ([key, polled]) =>
      () =>
        `"${key}":${resultText(key, polled)}`,
  );
  if (members.length > fewResults) return { kind: 'object', members };
  return { kind: 'json', text: `{${members.map((member) => member()).join(',')}}` };
}

/** Up to this number, results are written as one string, which is cheaper than streaming them one by one. */
const fewResults = 4;

export function listenFor(
  parts: Pick<NodeApiParts, 'limits' | 'open' | 'timer' | 'stopping' | 'node'>,
  chain: ChainPort,
  { body, left }: { readonly body: string; readonly left: AbortSignal },
): Promise<Answer> {
  const { limits, open, timer, stopping } = parts;
  const work = async (): Promise<Answer> => {
    const key = readListen(body, limits);
    if (!key.ok) return fault('bad-body', key.fault);
    const waiting = new AbortController();
    const end = (): void => waiting.abort();
    const cancel = timer.after(limits.listenSeconds * 1000, end);
    left.addEventListener('abort', end);
    stopping.addEventListener('abort', end);
    try {
      const polled = await chain.whenMined(key.value, waiting.signal);
      if (polled === undefined) return illness(parts.node) ?? { kind: 'nothing', status: 504 };
      return { kind: 'json', text: resultText(key.value, polled) };
    } finally {
      cancel();
      stopping.removeEventListener('abort', end);
    }
  };
  return open.run('listen', work, (tooMany) => fault('busy', tooMany));
}

/** After a disk fault no result is reported: a missing result would look like a pending transaction to the client. */
export function illness(node: NodePort): FaultAnswer | undefined {
  const health = node.health();
  return health.kind === 'ill' ? fault('unavailable', health.sentence) : undefined;
}

/** Returns each key once. */
function readKeys(
  text: string,
  { bodyDepth, pollKeys }: ApiLimits,
): Result<readonly string[], BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  if (!isJsonObject(body.value)) return bad({ why: 'the body must be an object' });
  const list = body.value.get('requestKeys');
  if (list === undefined) return bad({ why: 'key "requestKeys" not found' });
  const path = 'requestKeys';
  if (!isJsonArray(list)) return bad({ path, why: 'it must be a list of request keys' });
  if (list.length === 0)
    return bad({ path, why: 'parsing NonEmpty failed, unexpected empty list' });
  if (list.length > pollKeys) {
    return bad({ path, why: `one request may ask for ${pollKeys} keys, not ${list.length}` });
  }
  const keys = new Set<string>();
  for (const [i, each] of list.entries()) {
    const wrong = keyFault(each);
    if (wrong !== undefined) return bad({ path: `${path}[${i}]`, why: wrong });
    keys.add(each as string);
  }
  return good([...keys]);
}

function readListen(text: string, { bodyDepth }: ApiLimits): Result<string, BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  const key = textMember(body.value, 'listen');
  if (!key.ok) return key;
  const wrong = keyFault(key.value);
  return wrong === undefined ? key : bad({ path: 'listen', why: wrong });
}
