// The public interface of the devnet.

export { cutHeight } from '../../chain/choice/cut.ts';
export { freshAccounts } from './accounts.ts';
export { DevnetControl } from './control.ts';
export { Devnet, devnetValues, type DevnetOptions } from './devnet.ts';
export { developmentNetwork } from './development-network.ts';
export { accountsOfGenesis } from './known-accounts.ts';
export { pageRoutes, type PageFile } from './page-routes.ts';
export {
  mostSnapshotBytes,
  readSnapshot,
  restoreSnapshot,
  type SnapshotFile,
} from './snapshot-file.ts';
export { startControl } from './start-control.ts';
