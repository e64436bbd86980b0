// Measures how well contracts with one fault are parsed. The faults: each token left out, doubled, replaced, and a bracket
// put before it.
//
//   node tests/corpus/recovery.mjs FOLDER...
//   node tests/corpus/recovery.mjs --contracts 20 FOLDER...    only the first contracts that parse without an error
//   node tests/corpus/recovery.mjs --every 7 FOLDER...         every seventh of the faults
//
// Reports the share of untouched definitions that are still in the outline; how many faults have their first error outside
// the damaged form (the definition that contains the fault, or the whole file if no definition does); and how many faults
// have more than three errors.
import { readFileSync } from 'node:fs';
import { parseArgs } from '../support/parse-options.mjs';
import { bundled, filesIn } from './files.mjs';

const { Source, faultsOf, judge, lex, outlineOf, parseProgram } = await bundled('recovery-files');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contracts: { type: 'string', default: 'Infinity' },
    every: { type: 'string', default: '1' },
  },
});

let all = { faults: 0, definitions: 0, kept: 0, farErrors: 0, manyErrors: 0 };
let contracts = 0;
let at = 0;
for (const path of positionals.flatMap(filesIn).filter((each) => each.endsWith('.pact'))) {
  if (contracts === Number(values.contracts)) break;
  const source = new Source(path, readFileSync(path, 'utf8'));
  if (parseProgram(source, { dialect: 'repl' }).diagnostics.length > 0) continue;
  contracts++;
  for (const fault of faultsOf(lex(source).tokens, source.text)) {
    if (at++ % Number(values.every) !== 0) continue;
    all = judge(all, source, fault, outlineOf);
  }
}
const percent = (part, whole) => `${((100 * part) / whole).toFixed(3)} %`;
console.log(`${contracts} contracts, ${all.faults} faults`);
console.log(`definitions in the outline: ${percent(all.kept, all.definitions)}`);
console.log(`first error outside of the damaged form: ${percent(all.farErrors, all.faults)}`);
console.log(`more than three errors: ${percent(all.manyErrors, all.faults)}`);
