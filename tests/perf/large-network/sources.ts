// What benchmarks need to write many accounts into the blocks of a devnet.

import { accountsOfGenesis } from '../../../src/node/devnet/known-accounts.ts';

export { startDevnet, transferOf } from '../../support/devnets.ts';
export { systemClock, systemTimer } from '../../../src/base/platform/system.ts';
export { SeededRandom } from '../../../src/base/ports/random.ts';
export { minerOf } from '../../../src/node/devnet/accounts.ts';
export { accountsIn } from '../../../src/node/coin-history/coin-bytes.ts';
export { StoredHistory } from '../../../src/node/coin-history/stored-history.ts';
export { StoredChains } from '../../../src/node/questions/stored-chains.ts';
export { BlockBuilding, chainPort, contextOn } from '../../../src/chain/blocks/index.ts';
export { encodeMiner } from '../../../src/chain/model/payload-json.ts';
export { Decimal } from '../../../src/lang/session/run.ts';
export {
  KeySetGuard,
  parseModuleName,
  rowDocument,
  TableName,
} from '../../../src/lang/session/store.ts';

export const senderKey = accountsOfGenesis[0]?.publicKey;
