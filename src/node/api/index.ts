// The front door of the node's HTTP interface.

export type { BackupState, Backups, TakePrivate } from './parts.ts';
export { commonAlias, defaultProductWord } from './product-words.ts';
export { startNodeApi, type NodeApiOptions } from './start-node-api.ts';
