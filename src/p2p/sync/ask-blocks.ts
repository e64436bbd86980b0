// The questions of synchronization as messages.

import type { Questions } from './questions.ts';
import { branchHeaders, getHeader } from '../messages/headers.ts';
import type { Ask } from '../messages/message.ts';
import { getPayload, getPayloads } from '../messages/payloads.ts';

export function askBlocks(ask: Ask): Questions {
  return {
    header: ({ chain, hash }, { peer, signal }) =>
      ask(peer, getHeader, { chain, hash }, { signal }),
    headers: ({ upper, ...of }, { peer, signal }) =>
      ask(peer, branchHeaders, { ...of, upper: [upper], lower: [] }, { signal }),
    payload: ({ chainId: chain, height, payloadHash: hash }, { peer, signal }) =>
      ask(peer, getPayload, { chain, height, hash }, { signal }),
    payloads: (headers, { peer, signal }) => {
      const blocks = headers.map(({ height, payloadHash: hash }) => ({ height, hash }));
      const chain = headers[0]?.chainId ?? 0;
      return ask(peer, getPayloads, { chain, blocks }, { signal });
    },
  };
}
