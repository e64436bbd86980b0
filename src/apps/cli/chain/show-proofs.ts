// `pact chain proof`.

import { toBase64Url } from '../../../base/base64url.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import {
  decodeCrossChainProof,
  type CrossChainProof,
} from '../../../chain/spv/cross-chain-proof.ts';
import { HeadersByHash } from '../../../chain/spv/header-source.ts';
import { leafIndexOf, runMerkleProof, stepsOf } from '../../../chain/spv/merkle-proof.ts';
import {
  decodePayloadProof,
  hashOfAlgorithm,
  type PayloadProof,
} from '../../../chain/spv/payload-proof.ts';
import { decodeBase64 } from '../../../chain/spv/proof-json.ts';
import { subjectOf, type SubjectKind } from '../../../chain/spv/merkle-proof.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeLine } from '../output.ts';
import { networksWith, readHeaders, readOperand } from './read-files.ts';
import { table } from './text.ts';

/** Shows the proof in the first file, and looks up its root among the headers in the other files. */
export function showProof(
  [file = '', ...headerFiles]: readonly string[],
  { isJson }: { readonly isJson: boolean },
): ExitStatus {
  const text = readOperand(file);
  if (!text.ok) return fail(`${file}: ${text.fault}`);
  const proof = readProof(text.value);
  if (!proof.ok) return fail(`${file}: ${proof.fault}`);
  const headers: BlockHeader[] = [];
  for (const each of headerFiles) {
    const found = readHeadersOf(each);
    if (!found.ok) return fail(`${each}: ${found.fault}`);
    headers.push(...found.value);
  }
  const shown = describe(proof.value, headerFiles.length === 0 ? undefined : headers);
  writeLine(isJson ? JSON.stringify(shown, undefined, 2) : textOf(shown));
  return shown.failures.length === 0 ? exitStatus.success : exitStatus.failure;
}

type ReadProof =
  | ({ readonly kind: 'between-chains' } & CrossChainProof)
  | ({ readonly kind: 'within-block' } & PayloadProof);

/** Reads JSON, or its base64url as in continuations, with or without quotes. */
function readProof(text: string): Result<ReadProof, string> {
  const trimmed = text.trim().replace(/^"(.*)"$/s, '$1');
  const json = trimmed.startsWith('{') ? trimmed : decodeBase64(trimmed);
  if (json === undefined) return bad('it is neither JSON nor base64url');
  const between = decodeCrossChainProof(json);
  if (between !== undefined) return good({ kind: 'between-chains', ...between });
  const within = decodePayloadProof(json);
  if (within !== undefined) return good({ kind: 'within-block', ...within });
  return bad(
    'it is not a proof: it needs "object", "subject", "algorithm", and "chain" or "rootType"',
  );
}

function readHeadersOf(file: string): Result<readonly BlockHeader[], string> {
  const text = readOperand(file);
  return text.ok ? readHeaders(text.value, networksWith(undefined)) : text;
}

type Shown = {
  /** `undefined` for proofs within one block. */
  readonly targetChain: number | undefined;
  readonly rootType: string;
  readonly algorithm: string;
  readonly root: string | undefined;
  readonly rootHeight: number | undefined;
  readonly steps: number;
  readonly leafIndex: string;
  readonly subject: SubjectKind | 'tree' | 'unknown';
  readonly content: string;
  readonly failures: readonly string[];
};

function describe(read: ReadProof, headers: readonly BlockHeader[] | undefined): Shown {
  const { proof } = read;
  const isBetween = read.kind === 'between-chains';
  const algorithm = isBetween ? 'SHA512t_256' : read.algorithm;
  const root = runMerkleProof(proof, hashOfAlgorithm(algorithm));
  const subject = subjectOf(proof.subject);
  const rootHeader = isBetween ? findRoot(headers, read.chain, root) : undefined;
  const failures = failuresOf(read, root, { isMissing: headers !== undefined && !rootHeader });
  return {
    targetChain: isBetween ? read.chain : undefined,
    rootType: isBetween ? 'block' : read.rootType,
    algorithm,
    root: root === undefined ? undefined : toBase64Url(root),
    rootHeight: rootHeader?.height,
    steps: stepsOf(proof)?.length ?? 0,
    leafIndex: String(leafIndexOf(proof)),
    subject: subject.kind,
    content: decodeUtf8(subject.bytes) ?? toBase64Url(subject.bytes),
    failures,
  };
}

function findRoot(
  headers: readonly BlockHeader[] | undefined,
  chain: number,
  root: Uint8Array | undefined,
): BlockHeader | undefined {
  return root === undefined ? undefined : new HeadersByHash(headers ?? []).find(chain, root);
}

function failuresOf(
  read: ReadProof,
  root: Uint8Array | undefined,
  { isMissing }: { readonly isMissing: boolean },
): readonly string[] {
  if (root === undefined) return ['a step of the proof is neither left nor right'];
  if (read.kind !== 'between-chains' || !isMissing) return [];
  return [`no header of chain ${read.chain} in the files has the root as its hash`];
}

function textOf(shown: Shown): string {
  const { targetChain, rootHeight, root, failures } = shown;
  return [
    `Proof of ${subjectNames[shown.subject]}`,
    table([
      ...(targetChain === undefined ? [] : [['target chain', String(targetChain)] as const]),
      ['root', root ?? 'none'],
      ['kind of root', shown.rootType],
      ...(rootHeight === undefined ? [] : [['height of the root', String(rootHeight)] as const]),
      ['algorithm', shown.algorithm],
      ['steps', String(shown.steps)],
      ['entry in its tree', shown.leafIndex],
      ['content', shown.content],
      ...failures.map((failure) => ['FAILS', failure] as const),
    ]),
  ].join('\n');
}

const subjectNames = {
  transaction: 'a transaction',
  output: 'the output of a transaction',
  events: 'the events of a transaction',
  tree: 'a tree',
  unknown: 'an object of an unknown kind',
} satisfies Record<Shown['subject'], string>;
