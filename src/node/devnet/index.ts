// The front door of the devnet.

export { type Account, freshAccounts } from './accounts.ts';
export { DevnetControl } from './control.ts';
export { controlRoutes } from './control-routes.ts';
export { cutHeight as cutHeightOf } from '../../chain/choice/cut.ts';
export { Devnet, type DevnetOptions } from './devnet.ts';
export { developmentNetwork } from './development-network.ts';
export { accountsOfGenesis } from './known-accounts.ts';
