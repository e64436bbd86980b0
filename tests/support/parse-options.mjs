// The options of a script of the tests. A wrong one ends it with one sentence.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs as parse } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

export function parseArgs(config) {
  try {
    return parse(config);
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    const [sentence] = error.message.split(/\. (?=To specify)/);
    const script = relative(root, process.argv[1]);
    console.error(`${script}: ${sentence}. The comment at its beginning describes the options.`);
    process.exit(2);
  }
}
