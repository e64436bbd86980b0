// Every endpoint of a node.

import type { Endpoint } from '../endpoint.ts';
import { aboutEndpoints } from './about.ts';
import { headerEndpoints } from './headers.ts';
import { cutEndpoints } from './cut.ts';
import { mempoolEndpoints } from './mempool.ts';
import { miningEndpoints } from './mining.ts';
import { pactEndpoints } from './pact.ts';
import { payloadEndpoints } from './payloads.ts';
import { peerEndpoints } from './peers.ts';
import { rosettaAccountEndpoints } from './rosetta-account.ts';
import { rosettaBlockEndpoints } from './rosetta-block.ts';
import { rosettaConstructionEndpoints } from './rosetta-construction.ts';
import { rosettaMempoolEndpoints } from './rosetta-mempool.ts';
import { rosettaNetworkEndpoints } from './rosetta-network.ts';
import { sealedEndpoints } from './sealed.ts';
import { updateEndpoints } from './updates.ts';

export const allEndpoints: readonly Endpoint[] = [
  ...aboutEndpoints,
  ...cutEndpoints,
  ...headerEndpoints,
  ...payloadEndpoints,
  ...peerEndpoints,
  ...mempoolEndpoints,
  ...sealedEndpoints,
  ...pactEndpoints,
  ...miningEndpoints,
  ...updateEndpoints,
  ...rosettaNetworkEndpoints,
  ...rosettaAccountEndpoints,
  ...rosettaBlockEndpoints,
  ...rosettaMempoolEndpoints,
  ...rosettaConstructionEndpoints,
];
