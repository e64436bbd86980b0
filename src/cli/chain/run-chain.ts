// `pact chain`: headers, payloads, proofs and networks, from files to what people read.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { showGenesis } from './show-genesis.ts';
import { showHeaders } from './show-headers.ts';
import { showNetworks } from './show-networks.ts';
import { showPayloads } from './show-payloads.ts';
import { showProof } from './show-proofs.ts';

export function runChain(given: Given): ExitStatus {
  const [action = '', ...operands] = given.operands;
  const options = { isJson: given.has('json') };
  switch (action) {
    case 'header':
      return showHeaders(operands, options);
    case 'payload':
      return showPayloads(operands, options);
    case 'genesis':
      return showGenesis(operands[0] ?? '', options);
    case 'proof':
      return showProof(operands, options);
    case 'network':
      return showNetworks(operands[0], options);
    default:
      return exitStatus.misuse;
  }
}
