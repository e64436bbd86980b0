// Runs the tour with the built command, shows what failing tests look like, and suggests what to try next.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (!existsSync('dist/cli.js')) {
  console.error('The command is not built yet: run `npm ci` or `npm run build` first.');
  process.exit(2);
}

const tour = 'repl-scripts/tour/tour.repl';
say(`> pact ${tour}`);
const passed = pact(tour);
if (passed !== 0) process.exit(passed);

const failing = 'repl-scripts/tour/failing.repl';
say(
  '',
  'All tests above passed. This script has three tests that fail on purpose:',
  '',
  `> pact ${failing}`,
);
const failed = pact(failing);
if (failed !== 1) {
  console.error(`The script of failing tests exited with status ${failed}, expected 1.`);
  process.exit(1);
}

say(
  '',
  'It listed the failures and exited with status 1, so a build would fail. The tour ends here.',
  '',
  'To try next:',
  '  node dist/cli.js                                       start the REPL; Ctrl-D leaves',
  '  node dist/cli.js -t repl-scripts/tour/4-capabilities.repl   one chapter, with every value',
  '  node dist/cli.js stdlib/fungible-token/token.repl      the tests of a contract for real use',
  '  node dist/cli.js --help                                all options',
  'The scripts and contracts of the tour are in repl-scripts/tour: change one and run it again.',
);

function pact(script) {
  return spawnSync(process.execPath, ['dist/cli.js', script], { stdio: 'inherit' }).status ?? 1;
}

function say(...lines) {
  console.log(lines.join('\n'));
}
