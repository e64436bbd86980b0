// The tree-sitter grammar: its words are those of the language, it parses every program, and it agrees with the lexer on
// comments and strings.
import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import * as tokens from '../../../../grammar/tokens.ts';
import { Source } from '../../../../src/base/span.ts';
import { parseProgram } from '../../../../src/lang/syntax/parse.ts';
import {
  classesOfLexer,
  countDifferences,
  lexicalCases,
} from '../../../support/lexical-classes.ts';
import { foreignPactFiles, ownPactFiles, textOf } from '../../../support/pact-files.ts';
import { read } from '../../../support/project-files.ts';
import { hasTreeSitter, TreeSitterParser } from '../../../support/tree-sitter.ts';

describe('the words of the grammar', () => {
  const words = wordsOf(read('lsp/tree-sitter-pact/grammar.js'));
  const keywords = tokens.terminals.flatMap(({ PATTERN }) =>
    typeof PATTERN === 'string' ? [PATTERN] : [],
  );

  test('are the keywords of the language', () => {
    expect([...words.fixed].filter((word) => word !== '"').sort()).toEqual(keywords.sort());
  });

  test('are its identifiers, symbols and numbers', () => {
    const ours = words.patterns.map(({ source }) => source.replaceAll('|[^\\x00-\\x7f]', ''));
    const plain = ours.map((source) => source.replaceAll(/\((\[[^\]]*\])\)/g, '$1'));
    for (const type of [tokens.Identifier, tokens.SymbolToken, tokens.NumberToken]) {
      expect(plain).toContain((type.PATTERN as RegExp).source);
    }
  });
});

/** Returns the strings and patterns of the grammar, by running it with functions that collect them. */
function wordsOf(source: string): {
  readonly fixed: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
} {
  const fixed = new Set<string>();
  const patterns: RegExp[] = [];
  const take = (...parts: readonly unknown[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') fixed.add(part);
      if (Object.prototype.toString.call(part) === '[object RegExp]') patterns.push(part as RegExp);
    }
  };
  const names = new Proxy({}, { get: () => undefined });
  const prec = Object.assign(take, { right: take });
  const grammar = ({ rules }: { rules: Record<string, (names: unknown) => unknown> }): void => {
    for (const rule of Object.values(rules)) take(rule(names));
  };
  const field = (_name: string, part: unknown): void => take(part);
  const collectors = { seq: take, choice: take, repeat: take, repeat1: take, optional: take };
  runInNewContext(source, {
    ...collectors,
    token: take,
    alias: () => undefined,
    field,
    prec,
    grammar,
    module: {},
  });
  return { fixed, patterns };
}

describe.skipIf(!hasTreeSitter)('with the program tree-sitter (TREE_SITTER names it)', () => {
  const parser = hasTreeSitter ? new TreeSitterParser() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pact-cases-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
    if (parser !== undefined) rmSync(parser.folder, { recursive: true });
  });

  test('lexical cases', () => {
    const files = lexicalCases
      .filter(({ isFaulty }) => isFaulty !== true)
      .map(({ text, classes, about }, index) => ({
        path: join(folder, `${index}.repl`),
        text,
        classes,
        about,
      }));
    for (const { path, text } of files) writeFileSync(path, text);
    const answers = parser!.read(files.map(({ path, text }) => [path, text] as const));
    expect(answers.map(({ classes }, index) => [files[index]!.about, classes])).toEqual(
      files.map(({ about, classes }) => [about, classes]),
    );
  });

  test.each(['highlights', 'folds', 'indents', 'locals', 'tags'])('the query %s fits', (name) => {
    expect(() => parser!.checkQuery(name, ownPactFiles[0]!)).not.toThrow();
  });

  test('every program of the project parses, with the same comments and strings', () => {
    expectAgreement(ownPactFiles);
  });

  test.skipIf(foreignPactFiles.length === 0)(
    'so does every other program (PACT_REFERENCE or PACT_CORPUS names a folder)',
    () => expectAgreement(foreignPactFiles),
  );

  /** Text that the strict parser refuses may be coloured in any way. */
  function expectAgreement(paths: readonly string[]): void {
    const programs = paths
      .map((path) => [path, textOf(path)] as const)
      .filter(([path, text]) => isProgram(path, text));
    const answers = parser!.read(programs);
    const broken = programs.filter((_, index) => answers[index]!.hasError).map(([path]) => path);
    expect(broken).toEqual([]);
    let characters = 0;
    let differences = 0;
    programs.forEach(([, text], index) => {
      characters += text.length;
      differences += countDifferences(classesOfLexer(text), answers[index]!.classes);
    });
    expect(differences / characters).toBeLessThan(0.001);
  }
});

function isProgram(path: string, text: string): boolean {
  const options = {
    dialect: path.endsWith('.repl') ? 'repl' : 'pact',
    nestingLimit: 1_000,
  } as const;
  return parseProgram(new Source(path, text), options).diagnostics.length === 0;
}
