// Operations on the files of a node that need no running node; this does not load the language.

export { restoreBackup } from '../storage/backups.ts';
export { systemFiles } from '../storage/files.ts';
