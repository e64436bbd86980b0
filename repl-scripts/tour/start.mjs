// Runs the tour with the command that was built, shows what failing tests look like, and says what to try next.
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
  'Every test above held. This script has three that do not, on purpose:',
  '',
  `> pact ${failing}`,
);
const failed = pact(failing);
if (failed !== 1) {
  console.error(`The script of failing tests ended with status ${failed}, and should end with 1.`);
  process.exit(1);
}

say(
  '',
  'It listed what failed and ended with status 1, which is what a build looks at. The tour ends here.',
  '',
  'To try next:',
  '  node dist/cli.js                                       talk to the REPL; Ctrl-D leaves',
  '  node dist/cli.js -t repl-scripts/tour/4-capabilities.repl   one chapter, with every value',
  '  node dist/cli.js stdlib/fungible-token/token.repl      a contract made for use, and its tests',
  '  node dist/cli.js --help                                all options',
  'The scripts and contracts of the tour are in repl-scripts/tour: change one and run it again.',
);

function pact(script) {
  return spawnSync(process.execPath, ['dist/cli.js', script], { stdio: 'inherit' }).status ?? 1;
}

function say(...lines) {
  console.log(lines.join('\n'));
}
