// Blocks that ride along with a pushed cut: a block solved a moment ago is then known after one way instead of five.
// They are checked like any other answer.
// Source: Chainweb/Cut/CutHashes.hs (headers, payloads).

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { payloadFromJson } from '../../chain/model/payload-json.ts';
import { wrongHashes, type PayloadData } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import { headerFromText } from '../messages/headers.ts';
import type { Claim } from './claim.ts';
import { servedFault } from './headers.ts';
import { cutLimits } from './limits.ts';
import type { FaultClass } from './port.ts';

export type Attached = {
  readonly headers: readonly BlockHeader[];
  readonly payloads: readonly PayloadData[];
};

type AttachmentFault = { readonly fault: FaultClass; readonly what: string };

export function readAttachments(
  network: Network,
  cut: CutHashes,
  claim: Claim,
): Result<Attached, AttachmentFault> {
  const headers: BlockHeader[] = [];
  const payloads: PayloadData[] = [];
  if (cut.headers.size > cutLimits.attachments || cut.payloads.size > cutLimits.attachments) {
    return bad({ fault: 'malformed', what: 'its cut has too many blocks attached' });
  }
  if (cut.headers.size === 0) return good({ headers, payloads });
  // From the heads down, as far as they are attached: a miner may have solved several blocks since its last push.
  const wanted = [...claim.heads.values()].map(({ hash }) => hash);
  const seen = new Set<string>();
  for (const hash of wanted) {
    const text = cut.headers.get(toBase64Url(hash));
    if (text === undefined || seen.has(toBase64Url(hash))) continue;
    seen.add(toBase64Url(hash));
    const read = headerFromText(text);
    if (!read.ok) {
      return bad({ fault: 'malformed', what: 'a header attached to its cut is unreadable' });
    }
    const { value: header } = read;
    const fault = servedFault(network, header, hash);
    if (fault !== undefined) return bad(fault);
    headers.push(header);
    wanted.push(header.parent, ...header.adjacents.map((each) => each.hash));
    const json = cut.payloads.get(toBase64Url(header.payloadHash));
    const payload = json === undefined ? good(undefined) : payloadOf(json, header);
    if (!payload.ok) return payload;
    if (payload.value !== undefined) payloads.push(payload.value);
  }
  return good({ headers, payloads });
}

function payloadOf(json: JsonValue, header: BlockHeader): Result<PayloadData, AttachmentFault> {
  const payload = payloadFromJson(json);
  if (!payload.ok || payload.value.kind !== 'data') {
    return bad({ fault: 'malformed', what: 'a payload attached to its cut is unreadable' });
  }
  const isOther = !equalBytes(payload.value.payloadHash, header.payloadHash);
  if (isOther || wrongHashes(payload.value).length > 0) {
    return bad({ fault: 'fatal', what: 'a payload attached to its cut has other hashes' });
  }
  return good(payload.value);
}
