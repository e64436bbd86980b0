// The public interface of sealed commands: commands that are encrypted for the entities in their private metadata. Nodes and
// `pact serve` execute them, `pact seal` makes them.

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
