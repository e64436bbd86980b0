// Which database a benchmark runs on: `--engine NAME`, the memory where nothing is said.
import { parseArgs } from 'node:util';
import { language } from './language.mjs';

const engines = {
  memory: () => new language.MemoryDatabase(),
};

export function engineOf(args) {
  const { values } = parseArgs({
    args,
    options: { engine: { type: 'string', default: 'memory' } },
  });
  const makeDatabase = engines[values.engine];
  if (makeDatabase === undefined) {
    console.error(`no engine ${values.engine}; there is ${Object.keys(engines).join(', ')}`);
    process.exit(2);
  }
  return { name: values.engine, makeDatabase };
}
