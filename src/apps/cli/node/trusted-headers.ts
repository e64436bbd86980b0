// The trusted headers at which a node begins to follow a network: the file of followFrom.

import { bad, good, type Result } from '../../../base/result.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import type { Network } from '../../../chain/rules/network.ts';
import type { NodeConfiguration } from '../../../node/configuration/node-configuration.ts';
import { readTrustedBlocks } from '../../../node/following/trusted-blocks.ts';
import { readSourceFile } from '../files.ts';

/** `undefined`: it begins with the first blocks. A fault is a sentence. */
export function trustedIn(
  { followFrom }: Pick<NodeConfiguration, 'followFrom'>,
  network: Network,
): Result<readonly BlockHeader[] | undefined, string> {
  if (followFrom === undefined) return good(undefined);
  const file = readSourceFile(followFrom);
  if (file.kind !== 'text') return bad(`followFrom: ${followFrom} cannot be read: ${file.reason}`);
  const trusted = readTrustedBlocks(file.text, network);
  return trusted.ok ? trusted : bad(`followFrom: ${followFrom}: ${trusted.fault}`);
}
