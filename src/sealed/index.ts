// The front door of sealed commands: commands that are encrypted for the entities of their private
// metadata. No other room knows of them; a server is handed the two functions that it needs.

export { readEntityKey } from './entity-keys.ts';
export { checkSealed } from './check-sealed.ts';
export {
  entityPublicKey,
  openSealed,
  readSealed,
  sealCommand,
  type Recipient,
} from './sealed-command.ts';
export { SealedState } from './sealed-state.ts';
