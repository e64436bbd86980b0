// The public interface of the command log: commands in order, results by request key.

export { type Archive } from './journal.ts';
export { MemoryJournal, type JournalPosition } from './journal.ts';
export { CommandLog, type Done, type NewCommand, type Waiting } from './command-log.ts';
export { type Marks, type Scope } from './records.ts';
