// Headers for tests, and single steps of validation for real ones.
import { fromBase64Url, toBase64Url } from '../../src/base/base64url.ts';
import { decodeHeader, type BlockHeader } from '../../src/chain/model/header.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import {
  findParents,
  validateHeader,
  type HeaderLookup,
} from '../../src/chain/rules/validate-header.ts';

/** Throws if the text is not a header. */
export function headerOf(text: string): BlockHeader {
  const bytes = fromBase64Url(text);
  const header = bytes === undefined ? undefined : decodeHeader(bytes);
  if (header?.ok !== true) throw new Error('not a header');
  return header.value;
}

export type Family = {
  readonly header: BlockHeader;
  readonly parent: BlockHeader;
  readonly adjacents: readonly BlockHeader[];
};

/** Returns the validation failures of a header given its parent and adjacent headers, by the reference's names. */
export function failuresOf(
  { header, parent, adjacents }: Family,
  options: { readonly networks: readonly Network[]; readonly now: bigint },
): readonly string[] {
  const networkOf = (code: number) => options.networks.find((network) => network.code === code);
  const network = networkOf(header.networkCode);
  if (network === undefined) throw new Error('the header names no network of the test');
  const known = new Map([parent, ...adjacents].map((each) => [toBase64Url(each.hash), each]));
  const lookup: HeaderLookup = { networkOf, find: (_, hash) => known.get(toBase64Url(hash)) };
  const step = findParents(network, header, lookup);
  return step.ok ? validateHeader(step.value, options.now) : [step.fault];
}
