// A network of the reference that the project does not ship: golden data names it.
import { knownGraphs } from '../../src/chain/graph/known-graphs.ts';
import { atGenesis, atHeight } from '../../src/chain/rules/forks.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import { hashesByChain, targetsByChain } from '../../src/chain/rules/networks/by-chain.ts';
import { testnet04 } from '../../src/chain/rules/networks/testnet04.ts';

export const recapDevelopment: Network = {
  ...testnet04,
  name: 'recap-development',
  code: 0x1,
  graphs: [
    { from: 0, graph: knownGraphs.petersen },
    { from: 60, graph: knownGraphs.twenty },
  ],
  forks: {
    ...testnet04.forks,
    slowEpoch: atHeight(0),
    oldTargetGuard: atHeight(0),
    skipFeatureFlagValidation: atHeight(0),
    oldDaGuard: atHeight(13),
    chainweb32: atGenesis,
  },
  genesis: {
    time: 1_563_388_117_613_832n,
    target: targetsByChain({
      first: (2n ** 256n - 1n) / 100_000n,
      late: 0x0000088f99632cadf39b0db7655be62cb7dbc84ebbd9a90e5b5756d3e7d9196cn,
    }),
    payloadHash: hashesByChain([
      '5TWTF5R6Vc85vWHqcklTY91ljkV6mJ1wYfDJShooTCw',
      ...Array.from({ length: 9 }, () => 'yZ6Syxl34TTrGGKxVHInV0S29BH8v-C8VZTbJr2eK2k'),
      'OXFBWONFKY7fTY4MH3GaOOELd_cPCMn9GpIOPBYMsvM',
    ]),
  },
  isFirstEpochAdjusted: true,
};
