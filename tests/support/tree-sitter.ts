// Runs the tree-sitter grammar: the program `tree-sitter` generates the parser and queries comments, strings and errors.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassMap, type Classes } from './lexical-classes.ts';
import { root } from './project-files.ts';

const program = process.env['TREE_SITTER'] ?? 'tree-sitter';

export const hasTreeSitter = spawnSync(program, ['--version']).status === 0;

/** How the grammar parses a file. */
export type TreeSitterAnswer = {
  readonly classes: Classes;
  readonly hasError: boolean;
};

/** A folder with the generated parser. */
export class TreeSitterParser {
  readonly folder = mkdtempSync(join(tmpdir(), 'pact-tree-sitter-'));

  constructor() {
    const source = join(root, 'lsp/tree-sitter-pact');
    for (const name of ['grammar.js', 'package.json', 'queries']) {
      cpSync(join(source, name), join(this.folder, name), { recursive: true });
    }
    this.run(['generate']);
  }

  /** Checks that a query fits the grammar: a node that the grammar does not have is an error. */
  checkQuery(name: string, file: string): void {
    this.run(['query', `queries/${name}.scm`, file]);
  }

  /** Reads a few hundred files at a time: the output for thousands would exceed the maximum length of a string. */
  read(files: readonly (readonly [path: string, text: string])[]): readonly TreeSitterAnswer[] {
    const answers: TreeSitterAnswer[] = [];
    for (let from = 0; from < files.length; from += batchSize) {
      answers.push(...this.readBatch(files.slice(from, from + batchSize)));
    }
    return answers;
  }

  private readBatch(
    files: readonly (readonly [path: string, text: string])[],
  ): readonly TreeSitterAnswer[] {
    const paths = join(this.folder, 'paths.txt');
    const query = join(this.folder, 'classes.scm');
    writeFileSync(paths, files.map(([path]) => path).join('\n'));
    writeFileSync(query, '(comment) @c (string) @s (symbol) @s (ERROR) @e');
    const output = this.run(['query', '--captures', query, '--paths', paths]);
    const byPath = new Map<string, string[]>();
    let lines: string[] = [];
    const known = new Set(files.map(([path]) => path));
    for (const line of output.split('\n')) {
      if (known.has(line)) byPath.set(line, (lines = []));
      else lines.push(line);
    }
    const broken = this.broken(paths);
    return files.map(([path, text]) => ({
      classes: classesOf(text, byPath.get(path) ?? []),
      hasError: broken.has(path),
    }));
  }

  private broken(paths: string): ReadonlySet<string> {
    const { stdout } = spawnSync(program, ['parse', '--quiet', '--paths', paths], this.options());
    return new Set(stdout.split('\n').map((line) => line.split('\t')[0]?.trim() ?? ''));
  }

  private run(args: readonly string[]): string {
    return execFileSync(program, args, this.options());
  }

  private options() {
    return {
      cwd: this.folder,
      // The program stores compiled parsers there.
      env: { ...process.env, HOME: this.folder, XDG_CACHE_HOME: this.folder },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    } satisfies Parameters<typeof execFileSync>[2];
  }
}

const batchSize = 200;

const capture =
  /^ {4}pattern: *\d+, capture: \d+ - ([cs]), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)/;

/** Rows count line feeds, columns count bytes. */
function classesOf(text: string, lines: readonly string[]): Classes {
  const classes = new ClassMap(text);
  const rows = rowsOf(text);
  const offsetAt = (row: number, column: number): number => {
    const { start, content } = rows[row] ?? { start: text.length, content: '' };
    return start + Buffer.from(content).subarray(0, column).toString().length;
  };
  for (const line of lines) {
    const [, letter, row, column, endRow, endColumn] = capture.exec(line) ?? [];
    if (letter !== 'c' && letter !== 's') continue;
    const start = offsetAt(Number(row), Number(column));
    classes.mark(letter, start, offsetAt(Number(endRow), Number(endColumn)) - start);
  }
  return classes.toString();
}

function rowsOf(text: string): readonly { readonly start: number; readonly content: string }[] {
  let start = 0;
  return text.split('\n').map((content) => {
    const row = { start, content };
    start += content.length + 1;
    return row;
  });
}
