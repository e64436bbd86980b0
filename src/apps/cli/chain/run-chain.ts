// `pact chain`: reads headers, payloads, proofs, networks and blocks from files and shows them.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { showGenesis } from './show-genesis.ts';
import { showHeaders } from './show-headers.ts';
import { showNetworks } from './show-networks.ts';
import { showPayloads } from './show-payloads.ts';
import { showProof } from './show-proofs.ts';

export async function runChain(given: Given): Promise<ExitStatus> {
  const [action = '', ...operands] = given.operands;
  const options = { isJson: given.has('json'), network: given.values('network').at(-1) };
  switch (action) {
    case 'header':
      return await showHeaders(operands, options);
    case 'payload':
      return showPayloads(operands, options);
    case 'genesis':
      return await showGenesis(operands[0] ?? '', options);
    case 'proof':
      return showProof(operands, options);
    case 'network':
      return await showNetworks(operands[0], options);
    case 'replay':
      // Loads the language.
      return await (await import('./replay-blocks.ts')).replayFiles(operands, options);
    default:
      return exitStatus.misuse;
  }
}
