// What can be done with the files of a node without running it: nothing of the language is loaded for it.

export { restoreBackup } from '../storage/backups.ts';
export { systemFiles } from '../storage/files.ts';
