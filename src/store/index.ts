// The front door of the store.

export { changeBytes, readChange } from './change-bytes.ts';
export { isStoreFault, StoreFault } from './fault.ts';
export { openSqlJs, type SqlJs } from './sql-js.ts';
export { SqlState, type SqlStateOptions } from './sql-state.ts';
