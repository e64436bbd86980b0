// What the package exports: Pact as a library, for Node and browsers.

export { createSession, type Session, type SessionOptions } from './tools/library/session.ts';
export type {
  Answer,
  Call,
  Expectation,
  FormAnswer,
  PactError,
  Position,
  RunResult,
} from './tools/library/answers.ts';
export type { PlainData } from './tools/library/plain-data.ts';
export type { Gas, LoadedModule, Row, SessionEvent } from './tools/library/state.ts';
export type {
  Capability,
  ChainData,
  GasSettings,
  Signature,
} from './tools/library/surroundings.ts';
export { Decimal } from './tools/library/values.ts';
export { jsonText, prettyText, type OpaqueValue, type Value } from './tools/library/values.ts';
export { TimeValue } from './lang/session/run.ts';
