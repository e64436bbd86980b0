// Compares programs with the reference's recorded answers, if `../shared/vectors/differential` has them:
//
//   npm run differ                     all of them
//   npm run differ -- --only p5003     one of them
//   npm run differ -- --shown 50       show more of the differences
import { pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { bundleProgram } from '../support/bundle-program.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, shown: { type: 'string', default: '20' } },
});
const program = await bundleProgram('tests/differential/differ.ts', 'differ');
const { differ } = await import(pathToFileURL(program).href);
process.exitCode = differ({ only: values.only, shown: Number(values.shown) }) ? 0 : 1;
