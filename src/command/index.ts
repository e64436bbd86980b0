// The front door of the room: transactions as they travel. Everything here is pure and synchronous
// but `verifyInBackground`, whose checker is handed in, so that it runs in a browser as in Node.
//
// - Build:   `encodePayload(payload, encodePublicMeta)` gives the `cmd` text; `signCommand` hashes it
//            (`commandHash`) and signs it; `encodeCommand` writes the JSON that nodes take.
// - Receive: `readCommand` (or `readCommandJson`, inside other JSON) reads a command; `verifyCommand`
//            reads its payload and code and checks hash and signatures.
// - Ask:     `readSubmission`, `readPoll` and `readListen` read what clients send to servers.
// - Run:     `execute` runs a verified command on a database, and `evaluate` other code in its place; `commandResult` and
//            `encodeCommandResult` tell what came of it as clients have it; `refusal` is the result
//            of a command that did not verify.
// - Faults:  nothing throws because of what was sent. A `Reading` holds a value, or one plain
//            sentence that says what is wrong and where.
//
// A command's `cmd` is hashed as it came: a payload that was read is never written again.

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
  isTooLargeToKeep,
  type Message,
  type Surroundings,
} from './evaluation.ts';
export { execute, publicDataOf, standAlone } from './execution.ts';
export { MachineSlot } from './machine-slot.ts';
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
export { encodePayload, type Payload, readPayload } from './payload.ts';
export { readListen, readPoll, readSubmission } from './requests.ts';
export {
  commandResult,
  type CommandResult,
  encodeCommandResult,
  hashOfLog,
  refusal,
  type ResultOptions,
} from './result.ts';
export { type KeyPair, readKeyPair, signCommand, signHash } from './sign.ts';
export { encodeSignature, signatureText, type UserSignature } from './signature.ts';
export { type Scheme, type Signer } from './signer.ts';
export {
  mostSignatures,
  readProgram,
  trustCommand,
  trustPayload,
  type VerifiedCommand,
  verifyCommand,
  verifyInBackground,
  verifyUnsigned,
} from './verify.ts';
