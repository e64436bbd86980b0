// The public interface of sealed commands: commands that are encrypted for the entities in their private metadata. No
// other folder depends on them; a server receives the two functions that it needs.

export { EntityDatabase } from './entity-database.ts';
export { readEntityKey } from './sealed-state.ts';
export { checkSealed, oldVersionText } from './sealed-command.ts';
export {
  entityPublicKey,
  openSealed,
  readSealed,
  sealCommand,
  type Recipient,
} from './sealed-command.ts';
export { SealedState } from './sealed-state.ts';
