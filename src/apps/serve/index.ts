// The public interface of the stand-alone server.

export { defaultConfig, readConfig, type Config } from './config.ts';
export type { ServeThreadWork } from './messages.ts';
export { startServer, type RunningServer } from './server.ts';
export { ThreadUnable } from '../../base/threads/index.ts';
