// A process that holds one snapshot of every LMDB file in a folder open, as a reader that never ends would: the pages of that
// snapshot cannot be used again until it lets go. Ends with its parent process.
//
//   node tests/perf/support/hold-reader.mjs FOLDER
//
// Prints a line with the number of files when it holds them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name))
  .filter((path) => existsSync(`${path}-lock`));
const held = files.map((path) => {
  const root = open({ path, noSubdir: true, readOnly: true });
  const transaction = root.useReadTransaction();
  // The snapshot begins with the first read.
  root.get('', { transaction });
  return { root, transaction };
});
console.log(held.length);
process.stdin.resume();
process.stdin.on('end', async () => {
  // A process that ends without this leaves its snapshots behind, until someone looks for dead readers.
  for (const { root, transaction } of held) {
    transaction.done();
    await root.close();
  }
  process.exit();
});
