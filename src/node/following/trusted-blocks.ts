// The file of blocks at which a node begins to follow headers: the header of each chain at one height, a line each, as
// base64url, as `GET chain/N/header` lists them. Whoever gives it vouches for it; what can be checked is checked.

import { fromBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { braidFaults, cutOf } from '../../chain/choice/cut.ts';
import { blockHash } from '../../chain/model/block-hash.ts';
import { type BlockHeader, decodeHeader } from '../../chain/model/header.ts';
import { graphAt, type Network } from '../../chain/rules/network.ts';

/** A fault is the end of a sentence about the file. */
export function readTrustedBlocks(
  text: string,
  network: Network,
): Result<readonly BlockHeader[], string> {
  const headers: BlockHeader[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const header = readHeader(line.trim());
    if (header === undefined) return bad(`line ${i + 1} is not a header as base64url`);
    if (header.networkCode !== network.code) {
      return bad(`line ${i + 1} is a header of another network than ${network.name}`);
    }
    headers.push(header);
  }
  const [first] = headers;
  if (first === undefined) return bad('it has no headers');
  const { height } = first;
  const graph = graphAt(network, height);
  const chains = new Map(headers.map((header) => [header.chainId, header]));
  const isWhole = chains.size === headers.length && chains.size === graph.order;
  if (!isWhole || headers.some((each) => each.height !== height || !graph.has(each.chainId))) {
    return bad(`it must have one header of each of the ${graph.order} chains, all of one height`);
  }
  const [fault] = braidFaults(cutOf(network, chains));
  if (fault === undefined) return good(headers);
  return bad(`the headers of chains ${fault[0]} and ${fault[1]} do not belong together`);
}

function readHeader(line: string): BlockHeader | undefined {
  const bytes = fromBase64Url(line);
  const header = bytes && decodeHeader(bytes);
  if (header?.ok !== true) return undefined;
  return equalBytes(blockHash(header.value), header.value.hash) ? header.value : undefined;
}
