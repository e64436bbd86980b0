// Colours a text by the TextMate grammar, with the libraries that VS Code uses.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';
import { read } from './project-files.ts';
import { ClassMap, type Classes } from './lexical-classes.ts';

const { createOnigScanner, createOnigString, loadWASM } = oniguruma;
const grammarPath = 'lsp/vscode/syntaxes/pact.tmLanguage.json';

export async function pactGrammar(): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  const { buffer, byteOffset, byteLength } = readFileSync(wasm);
  await loadWASM(buffer.slice(byteOffset, byteOffset + byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(read(grammarPath), grammarPath)),
  });
  const grammar = await registry.loadGrammar('source.pact');
  if (grammar === null) throw new Error(`${grammarPath} is no grammar`);
  return grammar;
}

export type ScopedText = { readonly start: number; readonly end: number; readonly scopes: string };

/** Returns the tokens of a text with their scopes, innermost last; lines end as in an editor. */
export function scopesOf(grammar: IGrammar, text: string): readonly ScopedText[] {
  const pieces: ScopedText[] = [];
  let stack = textmate.INITIAL;
  let offset = 0;
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    const content = line.replace(/[\r\n]+$/, '');
    const { tokens, ruleStack } = grammar.tokenizeLine(content, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const end = Math.min(endIndex, content.length);
      pieces.push({ start: offset + startIndex, end: offset + end, scopes: scopes.join(' ') });
    }
    offset += line.length;
  }
  return pieces;
}

export function classesOfTextMate(grammar: IGrammar, text: string): Classes {
  const classes = new ClassMap(text);
  for (const { start, end, scopes } of scopesOf(grammar, text)) {
    if (scopes.includes(' comment.')) classes.mark('c', start, end - start);
    else if (scopes.includes(' string.')) classes.mark('s', start, end - start);
  }
  return classes.toString();
}
