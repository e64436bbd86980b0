// The public interface of the node's HTTP interface.

export type { AnsweredRequest } from '../../base/http/index.ts';
export type { ReportedValues } from './routes/about.ts';
export type { BackupState, Backups, KnownPeer } from './parts.ts';
export { commonAlias } from './parts.ts';
export { startNodeApi, type NodeApiOptions } from './start-node-api.ts';
