// Loaded into a node by `--import`: ends the process at its n-th sync of the disk, before or after it. All kinds of sync
// of a thread count, in the order in which they are asked for (a node syncs from one thread): PACT_END_AT is n, PACT_END_WHEN `before` or `after`. With
// PACT_COUNT_SYNCS the number of syncs so far is in that file, and nothing ends.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';

const last = Number(process.env['PACT_END_AT'] ?? Infinity);
const isBefore = process.env['PACT_END_WHEN'] === 'before';
const counted = process.env['PACT_COUNT_SYNCS'];
let syncs = 0;

const end = () => process.kill(process.pid, 'SIGKILL');

/** Counts one; the answer ends the process after it, if it is the last. */
function began() {
  syncs++;
  if (counted !== undefined) fs.writeFileSync(counted, String(syncs));
  if (syncs === last && isBefore) end();
  const isLast = syncs === last;
  return () => {
    if (isLast) end();
  };
}

for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const own = fs[name];
  fs[name] = (handle) => {
    const done = began();
    own(handle);
    done();
  };
}
for (const name of ['fsync', 'fdatasync']) {
  const own = fs[name];
  fs[name] = (handle, callback) => {
    const done = began();
    own(handle, (error) => {
      done();
      callback(error);
    });
  };
}
const handle = await fs.promises.open(devNull);
const handles = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['sync', 'datasync']) {
  const own = handles[name];
  handles[name] = async function counting() {
    const done = began();
    await own.call(this);
    done();
  };
}
syncBuiltinESMExports();
