// The public interface of commands: transactions in their transport format. Everything here is pure and synchronous,
// except `verifyInBackground`, whose checker is a parameter, so it runs in a browser as well as in Node.
//
// - Build:   `encodePayload(payload, encodePublicMeta)` gives the `cmd` text; `signCommand` hashes it
//            (`commandHash`) and signs it; `encodeCommand` writes the JSON that nodes take.
// - Receive: `readCommand` (or `readCommandJson`, inside other JSON) reads a command; `verifyCommand`
//            reads its payload and code and checks hash and signatures.
// - Request: `readSubmission`, `readPoll` and `readListen` read the requests of clients.
// - Run:     `execute` runs a verified command on a database, and `evaluate` other code in its place; `commandResult` and
//            `encodeCommandResult` write the result for clients; `refusal` is the result
//            of a command that did not verify.
// - Faults:  received data never makes a function throw. A `Reading` has a value, or one sentence
//            about the fault and its place.
//
// A command's `cmd` is hashed as received: a payload that was read is never encoded again.

export {
  type SignatureChecker,
  type SignatureClaim,
  type Verdict,
  checkClaim,
  claimOf,
} from './claims.ts';
export { ed25519Verdict, webAuthnText } from './claims.ts';
export {
  type Command,
  commandHash,
  encodeCommand,
  hashFault,
  readCommand,
  readCommandJson,
} from './command.ts';
export {
  builtinTable,
  evaluate,
  type Execution,
  isOwnLimit,
  type Message,
  type SizeLimits,
  type Surroundings,
} from './evaluation.ts';
export { tooLargeText } from './answer-size.ts';
export { sizeOfCommandResult } from './result-size.ts';
export { execute, publicDataOf, standAlone } from './execution.ts';
export { MachineSlot } from './evaluation.ts';
export { type Reading } from './fault.ts';
export {
  anyMeta,
  emptyPublicMeta,
  encodeAnyMeta,
  encodePrivateMeta,
  encodePublicMeta,
  privateMeta,
  type PrivateMeta,
  publicMeta,
  type PublicMeta,
} from './meta.ts';
export { encodePayload, type Payload, readPayload, readSentPayload } from './payload.ts';
export { readListen, readPoll, readSubmission } from './command.ts';
export {
  commandResult,
  type CommandResult,
  encodeCommandResult,
  hashOfLog,
  refusal,
  type ResultOptions,
} from './result.ts';
export { type KeyPair, readKeyPair, signCommand, signHash } from './sign.ts';
export { encodeSignature, signatureText, type UserSignature } from './signer.ts';
export { type Scheme, type Signer } from './signer.ts';
export {
  maxSignatures,
  readProgram,
  trustCommand,
  trustPayload,
  type VerifiedCommand,
  verifyCommand,
  verifyInBackground,
  verifyUnsigned,
} from './verify.ts';
