// The database that a benchmark runs on: `--engine NAME`, memory by default.
import { parseArgs } from '../../support/parse-options.mjs';
import { databases } from './databases.mjs';
import { language, root } from './language.mjs';

export async function engineOf(args) {
  const { values } = parseArgs({
    args,
    options: { engine: { type: 'string', default: 'memory' } },
  });
  const open = databases[values.engine];
  if (open === undefined) {
    console.error(`no engine ${values.engine}; choose one of ${Object.keys(databases).join(', ')}`);
    process.exit(2);
  }
  return { name: values.engine, makeDatabase: await open({ language, root }) };
}
