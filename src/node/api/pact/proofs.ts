// Proofs of transactions for other chains, as needed to continue a cross-chain transfer.
// Source: interface reference, section 5.6.

import { fromBase64Url } from '../../../base/base64url.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { proofAnswerText } from '../../../chain/spv/proof-fault.ts';
import type { Answer, FaultAnswer } from '../../../http/index.ts';
import type { ChainPort, SpvFailure } from '../../port.ts';
import { readBody, textMember } from '../body.ts';
import { fault } from '../faults.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';
import { keyFault } from './request-keys.ts';
import { illness } from './results.ts';

export function proofFor(
  { limits, open, node }: Pick<NodeApiParts, 'limits' | 'open' | 'node'>,
  chain: ChainPort,
  body: string,
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const asked = readRequest(body, limits);
    if (!asked.ok) return asked.fault;
    const proof = await chain.spv(asked.value);
    const ill = illness(node);
    if (ill !== undefined) return ill;
    // The reference sends a JSON string, which old clients parse as JSON.
    return proof.ok
      ? { kind: 'json', text: `"${proof.value}"` }
      : refusalOf(proof.fault, asked.value);
  };
  return open.run('question', work, (tooMany) => fault('busy', tooMany));
}

type Asked = { readonly requestKey: string; readonly targetChain: ChainId };

function readRequest(text: string, { bodyDepth }: ApiLimits): Result<Asked, FaultAnswer> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return bad(fault('bad-body', body.fault));
  const key = textMember(body.value, 'requestKey');
  if (!key.ok) return bad(fault('bad-body', key.fault));
  const target = textMember(body.value, 'targetChainId');
  if (!target.ok) return bad(fault('bad-body', target.fault));
  const bytes = fromBase64Url(key.value);
  if (bytes !== undefined && bytes.length !== 32) {
    return bad(fault('wrong-key-length', { key: shown(key.value), bytes: bytes.length }));
  }
  const wrong = keyFault(key.value);
  if (wrong !== undefined) return bad(fault('bad-body', { path: 'requestKey', why: wrong }));
  if (!/^(0|[1-9][0-9]{0,9})$/.test(target.value)) {
    const why = 'it must be a chain id, such as "1"';
    return bad(fault('bad-body', { path: 'targetChainId', why }));
  }
  return good({ requestKey: key.value, targetChain: Number(target.value) });
}

function refusalOf(failure: SpvFailure, asked: Asked): FaultAnswer {
  switch (failure.kind) {
    case 'unknown-transaction':
      return fault('unknown-transaction', asked.requestKey);
    case 'no-such-chain':
      return fault('no-such-target', String(asked.targetChain));
    case 'fault':
      return fault('no-proof', proofAnswerText(failure.fault));
  }
}

const shown = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 100)}...`);
