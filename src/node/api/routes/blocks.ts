// Blocks of a chain, each with its header, payload and outputs.
// Source: interface reference, section 1.6.

import { printJson } from '../../../base/json.ts';
import type { Result } from '../../../base/result.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import type { Answer } from '../../../base/http/index.ts';
import type { ChainPort } from '../../port.ts';
import { jsonDoc, notFoundDoc, objectHeaderType } from '../answers.ts';
import { endpoint } from '../endpoint.ts';
import { fault } from '../faults.ts';
import { hashText } from '../hashes.ts';
import { pageOf, ref } from '../json-schema.ts';
import { branch, listed, pageQuery, pageRequest, pageText, type HeaderPage } from '../pages.ts';
import type { NodeApiParts } from '../parts.ts';
import { boundsBody, headerText } from './headers.ts';

const chainPath = '/{word}/0.0/{network}/chain/{chain}';
const answers = { 200: jsonDoc('A page of blocks.', pageOf(ref('block'))), 404: notFoundDoc };

export const blockEndpoints = [
  endpoint({
    id: 'listBlocks',
    group: 'service',
    tag: 'block',
    method: 'GET',
    path: `${chainPath}/block`,
    summary: 'Lists all blocks, orphans included, in ascending order of heights',
    query: pageQuery,
    produces: ['application/json'],
    answers,
    faults: ['lost-payload'],
    limits: ['blockPage', 'blockPageBytes'],
    run: (parts, { path, query }) => {
      const request = pageRequest(query, parts.limits.blockPage);
      return blocksAnswer(listed(path.chain, request), { parts, ...path });
    },
  }),
  endpoint({
    id: 'blockBranch',
    group: 'service',
    tag: 'block',
    method: 'POST',
    path: `${chainPath}/block/branch`,
    summary:
      'Lists the ancestors of some blocks as blocks, except those that are ancestors of others, from the top',
    query: pageQuery,
    body: boundsBody,
    produces: ['application/json'],
    answers,
    faults: ['bad-body', 'lost-payload'],
    limits: ['blockPage', 'blockPageBytes', 'branchBounds'],
    run: (parts, { path, query, body }) => {
      const { limits } = parts;
      const page = branch(path.chain, pageRequest(query, limits.blockPage), { body, limits });
      return blocksAnswer(page, { parts, ...path });
    },
  }),
];

type Place = {
  readonly parts: Pick<NodeApiParts, 'node' | 'limits'>;
  readonly chain: ChainPort;
  readonly word: string;
};

/** The page ends early if its blocks are large; its cursor says where the rest begins. */
function blocksAnswer(page: Result<HeaderPage, Answer>, place: Place): Answer {
  if (!page.ok) return page.fault;
  const { parts, chain, word } = place;
  const items: string[] = [];
  let length = 0;
  for (const header of page.value.items) {
    if (length > parts.limits.blockPageBytes) {
      const next = { kind: 'inclusive', key: header.hash } as const;
      return { kind: 'json', text: pageText(items, next) };
    }
    const payload = chain.payload(header.payloadHash, header.height);
    if (payload === undefined) return fault('lost-payload', hashText(header.hash));
    const outputs = printJson(payloadToJson(payload));
    const headerJson = headerText(header, { parts, word, wanted: objectHeaderType });
    items.push(`{"header":${headerJson},"payloadWithOutputs":${outputs}}`);
    length += outputs.length;
  }
  return { kind: 'json', text: pageText(items, page.value.next) };
}
