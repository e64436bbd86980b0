// Checks whether the lexer, the TextMate grammar and the tree-sitter grammar agree on what is a comment and what is a
// string:
//
//   node tests/corpus/classes.mjs FOLDER...
//   node tests/corpus/classes.mjs --every 20 FOLDER...   every twentieth of the files with different contents
//
// Only programs that the strict parser accepts are compared; tree-sitter must parse each without an error. TREE_SITTER names
// the program `tree-sitter` if it is not on the PATH; without the program, that part is left out. Exits with status 1 if a
// tree has an error, or if the answers differ for more than one character in a thousand.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import { bundled, filesIn } from './files.mjs';

const run = await bundled('classes-files');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
});
const distinct = new Map();
for (const path of positionals.flatMap((each) => filesIn(resolve(each)))) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256').update(text).digest('hex');
  if (!distinct.has(key)) distinct.set(key, [path, text]);
}
const chosen = [...distinct.values()].filter((_, at) => at % Number(values.every) === 0);
const programs = chosen.filter(([path, text]) => isProgram(path, text));
const lexed = programs.map(([, text]) => run.classesOfLexer(text));
const characters = programs.reduce((sum, [, text]) => sum + text.length, 0);
console.log(`${chosen.length} files, ${programs.length} programs, ${characters} characters`);

const grammar = await run.pactGrammar();
tell(
  'TextMate',
  programs.map(([, text]) => run.classesOfTextMate(grammar, text)),
);
if (run.hasTreeSitter) {
  const parser = new run.TreeSitterParser();
  const answers = parser.read(programs);
  rmSync(parser.folder, { recursive: true });
  tell(
    'tree-sitter',
    answers.map(({ classes }) => classes),
  );
  const broken = programs.filter((_, at) => answers[at].hasError);
  console.log(`tree-sitter: ${broken.length} programs with an error in the tree`);
  for (const [path] of broken) console.log(`  ${path}`);
  if (broken.length > 0) process.exitCode = 1;
} else console.log('tree-sitter: skipped, the program is not installed');

function tell(name, answers) {
  let differences = 0;
  answers.forEach((classes, at) => {
    const found = run.countDifferences(lexed[at], classes);
    if (found > 0) console.log(`  ${programs[at][0]}: ${found} differ`);
    differences += found;
  });
  console.log(`${name}: ${differences} characters differ`);
  if (differences > characters / 1000) process.exitCode = 1;
}

function isProgram(path, text) {
  const dialect = path.endsWith('.repl') ? 'repl' : 'pact';
  const source = new run.Source(path, text);
  return run.parseProgram(source, { dialect, nestingLimit: 1000 }).diagnostics.length === 0;
}
