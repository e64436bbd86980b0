// Blocks that ride along with a pushed cut: a block solved a moment ago is then known after one way instead of five. Only
// heads are taken, and they are checked like any other answer.
// Source: Chainweb/Cut/CutHashes.hs (headers, payloads).

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import { decodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import { payloadFromJson } from '../../chain/model/payload-json.ts';
import { wrongHashes, type PayloadData } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
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
  for (const { hash } of claim.heads.values()) {
    const text = cut.headers.get(toBase64Url(hash));
    if (text === undefined) continue;
    const header = headerOf(text);
    if (header === undefined) {
      return bad({ fault: 'malformed', what: 'a header attached to its cut is unreadable' });
    }
    const fault = servedFault(network, header, hash);
    if (fault !== undefined) return bad(fault);
    headers.push(header);
    const json = cut.payloads.get(toBase64Url(header.payloadHash));
    if (json === undefined) continue;
    const payload = payloadFromJson(json);
    if (!payload.ok || payload.value.kind !== 'data') {
      return bad({ fault: 'malformed', what: 'a payload attached to its cut is unreadable' });
    }
    const isOther = toBase64Url(payload.value.payloadHash) !== toBase64Url(header.payloadHash);
    if (isOther || wrongHashes(payload.value).length > 0) {
      return bad({ fault: 'fatal', what: 'a payload attached to its cut has other hashes' });
    }
    payloads.push(payload.value);
  }
  return good({ headers, payloads });
}

function headerOf(text: JsonValue): BlockHeader | undefined {
  const bytes = typeof text === 'string' ? fromBase64Url(text) : undefined;
  const header = bytes && decodeHeader(bytes);
  return header?.ok === true ? header.value : undefined;
}
