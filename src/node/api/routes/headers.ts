// Hashes, headers and blocks of a chain: listings, branches, and single headers by hash.
// Source: interface reference, sections 1.3 to 1.6.

import { printJson } from '../../../base/json.ts';
import type { Result } from '../../../base/result.ts';
import { headerToJson } from '../../../chain/model/header-json.ts';
import { encodeHeader, type BlockHeader } from '../../../chain/model/header.ts';
import type { Answer } from '../../../base/http/index.ts';
import {
  bytesType,
  jsonDoc,
  jsonType,
  keyNotFound,
  notFoundDoc,
  objectHeaderType,
  endpoint,
  type AnswerDoc,
  type BodyDoc,
} from '../endpoint.ts';
import { fault } from '../faults.ts';
import { hashText, parseHash } from '../body.ts';
import { pageOf, ref } from '../json-schema.ts';
import { branch, listed, pageQuery, pageRequest, pageText, type HeaderPage } from '../pages.ts';
import { type NodeApiParts, networkNames } from '../parts.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import type { ChainPort } from '../../port.ts';

const chainPath = '/{word}/0.0/{network}/chain/{chain}';

const boundsBody = {
  as: 'text',
  types: ['application/json'],
  most: 'bodyBytes',
  schema: ref('branchBounds'),
  example: { upper: ['k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o'], lower: [] },
} as const satisfies BodyDoc;

const headerTypes = ['application/json', objectHeaderType] as const;
type HeaderType = (typeof headerTypes)[number];

const headerPages: AnswerDoc = {
  doc: 'A page of headers: base64url of their bytes, or objects under the other type.',
  types: headerTypes,
  schema: pageOf({ anyOf: [ref('base64url'), ref('header')] }),
};

export const headerEndpoints = [
  endpoint({
    id: 'listHashes',
    group: 'both',
    tag: 'header',
    method: 'GET',
    path: `${chainPath}/hash`,
    summary: 'Lists the hashes of all blocks, orphans included, in ascending order of heights',
    query: pageQuery,
    produces: ['application/json'],
    answers: { 200: jsonDoc('A page of hashes.', pageOf(ref('hash'))), 404: notFoundDoc },
    limits: ['hashPage'],
    run: ({ limits }, { path, query }) =>
      hashPage(listed(path.chain, pageRequest(query, limits.hashPage))),
  }),
  endpoint({
    id: 'hashBranch',
    group: 'both',
    tag: 'header',
    method: 'POST',
    path: `${chainPath}/hash/branch`,
    summary:
      'Lists the hashes of the ancestors of some blocks, except those that are ancestors of others, from the top',
    query: pageQuery,
    body: boundsBody,
    produces: ['application/json'],
    answers: { 200: jsonDoc('A page of hashes.', pageOf(ref('hash'))), 404: notFoundDoc },
    faults: ['bad-body'],
    limits: ['hashPage', 'branchBounds'],
    run: ({ limits }, { path, query, body }) =>
      hashPage(branch(path.chain, pageRequest(query, limits.hashPage), { body, limits })),
  }),
  endpoint({
    id: 'listHeaders',
    group: 'both',
    tag: 'header',
    method: 'GET',
    path: `${chainPath}/header`,
    summary: 'Lists all headers, orphans included, in ascending order of heights',
    query: pageQuery,
    produces: headerTypes,
    answers: { 200: headerPages, 404: notFoundDoc },
    limits: ['headerPage'],
    run: (parts, { path, query, wanted }) => {
      const page = listed(path.chain, pageRequest(query, parts.limits.headerPage));
      return headersAnswer(page, { parts, word: path.word, wanted });
    },
  }),
  endpoint({
    id: 'headerBranch',
    group: 'both',
    tag: 'header',
    method: 'POST',
    path: `${chainPath}/header/branch`,
    summary:
      'Lists the ancestors of some blocks, except those that are ancestors of others, from the top',
    query: pageQuery,
    body: boundsBody,
    produces: headerTypes,
    answers: { 200: headerPages, 404: notFoundDoc },
    faults: ['bad-body'],
    limits: ['headerPage', 'branchBounds'],
    run: (parts, { path, query, body, wanted }) => {
      const { limits } = parts;
      const page = branch(path.chain, pageRequest(query, limits.headerPage), { body, limits });
      return headersAnswer(page, { parts, word: path.word, wanted });
    },
  }),
  endpoint({
    id: 'getHeader',
    group: 'both',
    tag: 'header',
    method: 'GET',
    path: `${chainPath}/header/{blockHash}`,
    summary: 'Returns the header of a block',
    produces: [...headerTypes, bytesType],
    answers: {
      200: {
        doc: 'The header as base64url, as an object, or as bytes: 318 at degree 3.',
        types: [...headerTypes, bytesType],
        schema: { anyOf: [ref('base64url'), ref('header')] },
      },
      404: notFoundDoc,
    },
    faults: ['bad-hash'],
    run: (parts, { path, wanted }) => {
      const hash = parseHash(path.blockHash);
      if (hash === undefined) return fault('bad-hash', 'block hash');
      const header = path.chain.headers.get(hash);
      if (header === undefined) return keyNotFound(hash);
      if (wanted === bytesType) {
        return { kind: 'bytes', type: wanted, bytes: encodeHeader(header) };
      }
      const text = headerText(header, { parts, word: path.word, wanted });
      return { kind: 'json', type: typeOf(wanted), text };
    },
  }),
];

type Encoding = {
  readonly parts: Pick<NodeApiParts, 'node'>;
  readonly word: string;
  readonly wanted: HeaderType;
};

function hashPage(page: Result<HeaderPage, Answer>): Answer {
  if (!page.ok) return page.fault;
  const items = page.value.items.map(({ hash }) => `"${hashText(hash)}"`);
  return { kind: 'json', text: pageText(items, page.value.next) };
}

function headersAnswer(page: Result<HeaderPage, Answer>, encoding: Encoding): Answer {
  if (!page.ok) return page.fault;
  const items = page.value.items.map((header) => headerText(header, encoding));
  const text = pageText(items, page.value.next);
  return { kind: 'json', type: typeOf(encoding.wanted), text };
}

export function headerText(header: BlockHeader, { parts, word, wanted }: Encoding): string {
  if (wanted !== objectHeaderType) return `"${hashText(encodeHeader(header))}"`;
  return printJson(headerToJson(header, networkNames(parts.node.network, word)));
}

const typeOf = (wanted: HeaderType): string => (wanted === 'application/json' ? jsonType : wanted);

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
