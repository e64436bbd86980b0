// Loaded into a node by `--import`: ends the process at its n-th disk sync, before or after it. All kinds of sync of a
// thread count, in the order of the calls (a node syncs from one thread): PACT_END_AT is n, PACT_END_WHEN is `before` or
// `after`. With PACT_COUNT_SYNCS, writes the number of syncs so far to that file and does not end the process.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';

const last = Number(process.env['PACT_END_AT'] ?? Infinity);
const isBefore = process.env['PACT_END_WHEN'] === 'before';
const counted = process.env['PACT_COUNT_SYNCS'];
let syncs = 0;

const end = () => process.kill(process.pid, 'SIGKILL');

/** Counts one sync; the returned function ends the process after the sync if it is the last. */
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
