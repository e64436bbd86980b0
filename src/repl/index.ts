// What `@multichain/pact/repl` exports: sessions with a host and watchers of your own, for tools. The package itself
// exports sessions whose answers are plain data, which suit most programs.

export { Source } from '../base/span.ts';
export { ReplEngine } from './engine.ts';
export { silentHost, type ReplHost } from './host.ts';
export type { ReplOptions } from './options.ts';
export type { FormResult } from './result-text.ts';
export type { SessionWatcher } from './watching.ts';
