// The front door of the ledger: commands in order, results by request key.

export { type Archive } from './archive.ts';
export { MemoryJournal, type JournalPosition } from './journal.ts';
export { Ledger, type Done, type NewCommand, type Waiting } from './ledger.ts';
export { type Marks, type Scope } from './records.ts';
