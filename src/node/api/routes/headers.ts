// Hashes, headers and blocks of a chain: listings, branches, and single headers by hash.
// Source: interface reference, sections 1.3 to 1.6.

import { printJson } from '../../../base/json.ts';
import type { Result } from '../../../base/result.ts';
import { headerToJson } from '../../../chain/model/header-json.ts';
import { encodeHeader, parseHash, type BlockHeader } from '../../../chain/model/header.ts';
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
  type Endpoint,
  type EndpointDoc,
} from '../endpoint.ts';
import { fault } from '../faults.ts';
import { hashText } from '../body.ts';
import { pageOf, ref } from '../json-schema.ts';
import { branch, listed, pageQuery, pageRequest, pageText, type HeaderPage } from '../pages.ts';
import { type NodeApiParts, networkNames } from '../parts.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import type { ChainPort } from '../../port.ts';

const chainPath = '/{word}/0.0/{network}/chain/{chain}';

const boundsBody = {
  as: 'text',
  types: ['application/json'],
  max: 'bodyBytes',
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

type Listing<Type extends string> = {
  /** The names of the listing of the whole chain, and of that of branches. */
  readonly ids: readonly [list: string, branch: string];
  readonly group: EndpointDoc['group'];
  readonly tag: string;
  readonly path: 'hash' | 'header' | 'block';
  readonly summaries: readonly [list: string, branch: string];
  readonly produces: readonly Type[];
  readonly page: AnswerDoc;
  readonly faults?: EndpointDoc['faults'];
  /** The size of a page is the first one. */
  readonly limits: readonly [
    size: 'hashPage' | 'headerPage' | 'blockPage',
    ...EndpointDoc['limits'],
  ];
  readonly answer: (page: Result<HeaderPage, Answer>, place: Place<Type>) => Answer;
};

type Place<Type> = {
  readonly parts: Pick<NodeApiParts, 'node' | 'limits'>;
  readonly chain: ChainPort;
  readonly word: string;
  readonly wanted: Type;
};

/** Makes two listings: of everything on the chain, and of the branches that the body names. */
function listings<const Type extends string>(listing: Listing<Type>): readonly Endpoint[] {
  const { ids, group, tag, path, summaries, produces, page, faults = [], limits, answer } = listing;
  const answers = { 200: page, 404: notFoundDoc };
  const shared = { group, tag, query: pageQuery, produces, answers } as const;
  const [size] = limits;
  return [
    endpoint({
      ...shared,
      id: ids[0],
      method: 'GET',
      path: `${chainPath}/${path}`,
      summary: summaries[0],
      faults,
      limits,
      run: (parts, { path: { chain, word }, query, wanted }) => {
        const request = pageRequest(query, parts.limits[size]);
        return answer(listed(chain, request), { parts, chain, word, wanted });
      },
    }),
    endpoint({
      ...shared,
      id: ids[1],
      method: 'POST',
      path: `${chainPath}/${path}/branch`,
      summary: summaries[1],
      faults: ['bad-body', ...faults],
      limits: [...limits, 'branchBounds'],
      body: boundsBody,
      run: (parts, { path: { chain, word }, query, body, wanted }) => {
        const request = pageRequest(query, parts.limits[size]);
        const found = branch(chain, request, { body, limits: parts.limits });
        return answer(found, { parts, chain, word, wanted });
      },
    }),
  ];
}

export const headerEndpoints: readonly Endpoint[] = [
  ...listings({
    ids: ['listHashes', 'hashBranch'],
    group: 'both',
    tag: 'header',
    path: 'hash',
    summaries: [
      'Lists the hashes of all blocks, orphans included, in ascending order of heights',
      'Lists the hashes of the ancestors of some blocks, except those that are ancestors of others, from the top',
    ],
    produces: ['application/json'],
    page: jsonDoc('A page of hashes.', pageOf(ref('hash'))),
    limits: ['hashPage'],
    answer: hashPage,
  }),
  ...listings({
    ids: ['listHeaders', 'headerBranch'],
    group: 'both',
    tag: 'header',
    path: 'header',
    summaries: [
      'Lists all headers, orphans included, in ascending order of heights',
      'Lists the ancestors of some blocks, except those that are ancestors of others, from the top',
    ],
    produces: headerTypes,
    page: headerPages,
    limits: ['headerPage'],
    answer: headersAnswer,
  }),
  endpoint({
    id: 'getHeader',
    group: 'both',
    tag: 'header',
    method: 'GET',
    path: `${chainPath}/header/{blockHash}`,
    namedBy: 'blockHash',
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
  ...listings({
    ids: ['listBlocks', 'blockBranch'],
    group: 'service',
    tag: 'block',
    path: 'block',
    summaries: [
      'Lists all blocks, orphans included, in ascending order of heights',
      'Lists the ancestors of some blocks as blocks, except those that are ancestors of others, from the top',
    ],
    produces: ['application/json'],
    page: jsonDoc('A page of blocks.', pageOf(ref('block'))),
    faults: ['lost-payload'],
    limits: ['blockPage', 'blockPageBytes'],
    answer: blocksAnswer,
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
  return { kind: 'json', text: pageText(items, page.value.next, hashText) };
}

function headersAnswer(page: Result<HeaderPage, Answer>, encoding: Encoding): Answer {
  if (!page.ok) return page.fault;
  const items = page.value.items.map((header) => headerText(header, encoding));
  const text = pageText(items, page.value.next, hashText);
  return { kind: 'json', type: typeOf(encoding.wanted), text };
}

export function headerText(header: BlockHeader, { parts, word, wanted }: Encoding): string {
  if (wanted !== objectHeaderType) return `"${hashText(encodeHeader(header))}"`;
  return printJson(headerToJson(header, networkNames(parts.node.network, word)));
}

const typeOf = (wanted: HeaderType): string => (wanted === 'application/json' ? jsonType : wanted);

/** The page ends early if its blocks are large; its cursor says where the rest begins. */
function blocksAnswer(page: Result<HeaderPage, Answer>, place: Place<string>): Answer {
  if (!page.ok) return page.fault;
  const { parts, chain, word } = place;
  const items: string[] = [];
  let length = 0;
  for (const header of page.value.items) {
    if (length > parts.limits.blockPageBytes) {
      const next = { kind: 'inclusive', key: header.hash } as const;
      return { kind: 'json', text: pageText(items, next, hashText) };
    }
    const payload = chain.payload(header.payloadHash, header.height);
    if (payload === undefined) return fault('lost-payload', hashText(header.hash));
    const outputs = printJson(payloadToJson(payload));
    const headerJson = headerText(header, { parts, word, wanted: objectHeaderType });
    items.push(`{"header":${headerJson},"payloadWithOutputs":${outputs}}`);
    length += outputs.length;
  }
  return { kind: 'json', text: pageText(items, page.value.next, hashText) };
}
