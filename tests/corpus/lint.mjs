// Lints every .pact and .repl file of the given folders and counts the findings of each rule, to see which rules report too
// often:
//
//   node tests/corpus/lint.mjs FOLDER...
//   node tests/corpus/lint.mjs --rule unguarded-write FOLDER...    also prints the findings of this rule
import { readFileSync } from 'node:fs';
import { parseArgs } from '../support/parse-options.mjs';
import { bundled, filesIn } from './files.mjs';

const { Source, lintSource } = await bundled('lint-files');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rule: { type: 'string' } },
});

const findings = new Map();
const filesWith = new Map();
let files = 0;
let refused = 0;
for (const path of positionals.flatMap(filesIn)) {
  const source = new Source(path, readFileSync(path, 'utf8'));
  const linted = lintSource(source, { isContract: path.endsWith('.pact') });
  files++;
  if (linted.kind === 'refused') refused++;
  else count(source, linted.findings);
}
for (const rule of [...findings.keys()].sort()) {
  console.log(`${rule.padEnd(20)} ${findings.get(rule)} in ${filesWith.get(rule)} files`);
}
console.log(`${files} files, ${refused} refused for faults in the source`);

function count(source, found) {
  for (const { rule, span, message } of found) {
    findings.set(rule, (findings.get(rule) ?? 0) + 1);
    if (rule !== values.rule) continue;
    const { line } = span.startPosition;
    console.log(`${source.name}:${line + 1}: ${message}\n    ${source.lineAt(line).trim()}`);
  }
  for (const rule of new Set(found.map(({ rule }) => rule))) {
    filesWith.set(rule, (filesWith.get(rule) ?? 0) + 1);
  }
}
