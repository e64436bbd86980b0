// What the package exports: Pact as a library, for Node and browsers.

export { createSession, type Session, type SessionOptions } from './library/session.ts';
export type {
  Answer,
  Call,
  Expectation,
  FormAnswer,
  PactError,
  Position,
  RunResult,
} from './library/answers.ts';
export type { PlainData } from './library/plain-data.ts';
export type { Gas, LoadedModule, Row, SessionEvent } from './library/state.ts';
export type { Capability, ChainData, GasSettings, Signature } from './library/surroundings.ts';
export { Decimal } from './library/decimal.ts';
export { jsonText, prettyText, type OpaqueValue, type Value } from './library/values.ts';
export { TimeValue } from './lang/session/run.ts';
