// The file of trusted headers: what it must have, and what is said if it has not.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import { encodeHeader, type BlockHeader } from '../../../../src/chain/model/header.ts';
import { readTrustedBlocks } from '../../../../src/node/following/trusted-blocks.ts';
import { HeaderWeb, networkOn } from '../../../support/header-web.ts';

const network = networkOn({ from: 0, graph: knownGraphs.triangle });
const web = new HeaderWeb(network);
let chosen = 0;
web.grow(web.start, 60, (below) => chosen++ % below);
const at = (height: number): readonly BlockHeader[] =>
  [0, 1, 2].flatMap((chain) => [...web.tree(chain).inOrder({ height })].slice(0, 1));
const textOf = (headers: readonly BlockHeader[]): string =>
  headers.map((each) => `${toBase64Url(encodeHeader(each))}\n`).join('');
const faultOf = (text: string, of = network) => {
  const read = readTrustedBlocks(text, of);
  return read.ok ? undefined : read.fault;
};

test('one header of each chain, all of one height', () => {
  expect(readTrustedBlocks(`\n${textOf(at(7))}`, network)).toEqual({ ok: true, value: at(7) });
});

test('anything else is refused with its place', () => {
  const [a, b, c] = at(7) as [BlockHeader, BlockHeader, BlockHeader];
  const shape = 'it must have one header of each of the 3 chains, all of one height';
  expect(faultOf('')).toBe('it has no headers');
  expect(faultOf(`${textOf([a])}?\n`)).toBe('line 2 is not a header as base64url');
  expect(faultOf(textOf([{ ...a, nonce: 5n }, b, c]))).toBe('line 1 is not a header as base64url');
  expect(faultOf(textOf([a, b]))).toBe(shape);
  expect(faultOf(textOf([a, b, b]))).toBe(shape);
  expect(faultOf(textOf([a, b, at(8)[2]!]))).toBe(shape);
  expect(faultOf(textOf([a, b, c]), { ...network, code: 99 })).toBe(
    'line 1 is a header of another network than ' + network.name,
  );
  const other = new HeaderWeb(network);
  other.grow(other.start, 60, (below) => below - 1);
  const foreign = [...other.tree(2).inOrder({ height: 7 })][0]!;
  expect(faultOf(textOf([a, b, foreign]))).toMatch(
    /^the headers of chains \d and \d do not belong together$/,
  );
});
