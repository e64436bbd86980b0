// The exports of `@multichain/pact/repl`: sessions with your own host and watchers, for tools. The package itself exports
// sessions with plain data as answers, which suit most programs.

export { Source } from '../../base/span.ts';
export {
  Decimal as PactDecimal,
  ListValue,
  ObjectValue,
  TimeValue,
  type PactValue,
} from '../../lang/session/run.ts';
export { ReplEngine } from './engine.ts';
export { silentHost, type ReplHost } from './options.ts';
export type { ReplOptions } from './options.ts';
export type { FormResult } from './read-forms.ts';
export type { SessionWatcher } from './watching.ts';
