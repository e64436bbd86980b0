// The front door of state files.

export { StoredState } from './stored-state.ts';
