// Formats every .pact and .repl file of the given folders and checks the results (format-files.ts); writes nothing:
//
//   node tests/corpus/format.mjs FOLDER...
//
// The last line has the counts; the exit status is 1 if anything failed. docs/formatting.md says where to find public code.
import { readFileSync } from 'node:fs';
import { bundled, filesIn } from './files.mjs';

const { checkFormat } = await bundled('format-files');

const counts = { sound: 0, refused: 0, broken: 0, changed: 0, bytes: 0, seconds: 0 };
for (const path of process.argv.slice(2).flatMap(filesIn)) {
  const text = readFileSync(path, 'utf8');
  const start = performance.now();
  const checked = check(text);
  counts.seconds += (performance.now() - start) / 1000;
  counts[checked.kind]++;
  counts.bytes += text.length;
  if (checked.kind === 'sound' && checked.isChanged) counts.changed++;
  if (checked.kind === 'broken') console.log(`${path}: ${checked.why}`);
}
const { sound, refused, broken, changed, bytes, seconds } = counts;
console.log(
  `${sound + refused + broken} files, ${(bytes / 1e6).toFixed(1)} MB: ${sound} sound (${changed} of them changed), ` +
    `${refused} refused for faults in the source, ${broken} broken; ${seconds.toFixed(1)} s`,
);
process.exitCode = broken === 0 ? 0 : 1;

function check(text) {
  try {
    return checkFormat(text);
  } catch (error) {
    return { kind: 'broken', why: error.stack };
  }
}
