// The text to insert for forms and calls, with placeholders in the syntax of the protocol's snippets. Snippets of
// special forms are derived from the usage in their documentation.

import { Source } from '../../../../base/span.ts';
import { type FormDescription, wordsOf, type Word } from '../../../../lang/session/analyse.ts';

const known = new WeakMap<FormDescription, { readonly snippet: string | undefined }>();

/** Returns the part after the opening parenthesis; nothing for forms that are not written as a call. */
export function formSnippet(form: FormDescription): string | undefined {
  const before = known.get(form) ?? { snippet: writeSnippet(form) };
  known.set(form, before);
  return before.snippet;
}

function writeSnippet({ name, usage }: FormDescription): string | undefined {
  const words = wordsOf(new Source('', usage));
  const [open, head] = words;
  if (open?.text !== '(' || head?.text !== name) return undefined;
  const end = closingOf(words);
  return new SnippetWriter(name, words.slice(1, end)).text();
}

/** Returns a call with placeholders for parameters: `transfer ${1:sender} ${2:amount}`. */
export function callSnippet(name: string, parameters: readonly string[]): string {
  const places = parameters.map((each, i) => `\${${i + 1}:${escaped(each)}}`);
  return [escaped(name), ...places].join(' ');
}

/** Escapes literal text. */
export const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&');

/** Returns a snippet as plain text, with the initial text of its placeholders. */
export const plainText = (snippet: string): string =>
  snippet
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');

function closingOf(words: readonly Word[]): number {
  let depth = 0;
  for (const [at, { kind }] of words.entries()) {
    if (kind === 'open') depth++;
    if (kind === 'close' && --depth === 0) return at;
  }
  return words.length;
}

/** Placeholders for one or more definitions, which no word can replace. */
const parts: ReadonlyMap<string, string> = new Map([
  ['definition', '(defcap GOVERNANCE () (enforce-keyset "\u0000keyset"))'],
  ['signature', '(defun \u0000function:\u0000string ())'],
  ['step', '(step \u0000expression)'],
]);
const ownLine = new Set(['definition', 'signature', 'step', 'body', '"documentation"']);
/** Words of a usage that describe types. */
const openTypes = new Set(['type', 'result']);

class SnippetWriter {
  private readonly name: string;
  private readonly words: readonly Word[];
  private written = '';
  private places = 0;

  constructor(name: string, words: readonly Word[]) {
    this.name = name;
    this.words = words;
  }

  text(): string {
    this.words.forEach((word, at) => this.write(word, at));
    return this.written.trimEnd();
  }

  private write(word: Word, at: number): void {
    const before = this.words[at - 1];
    if (this.isLeftOut(word, at)) return;
    const isOwnLine = at > 0 && ownLine.has(word.text) && !this.isInside(at);
    if (at > 0) this.written += isOwnLine ? '\n  ' : this.blank(before, word);
    const isItself =
      at === 0 || word.kind === 'open' || word.kind === 'close' || word.kind === 'mark';
    if (isItself) this.written += escaped(word.text);
    else if (word.kind === 'string') this.written += `"${this.place(word.text.slice(1, -1))}"`;
    else if (before?.text === ':') {
      this.written += this.place(openTypes.has(word.text) ? 'string' : word.text);
    } else this.written += this.named(this.nameOf(word, at));
  }

  /** Types are only wanted in definitions; dots mean that the part before them may be repeated. */
  private isLeftOut({ text }: Word, at: number): boolean {
    const before = this.words[at - 1]?.text;
    if (text === '.' || (before === '.' && this.isJoined(at))) return true;
    return !this.name.startsWith('def') && (text === ':' || before === ':');
  }

  /** `module.function` is one placeholder; a keyword is not a placeholder. */
  private nameOf({ kind, text }: Word, at: number): string {
    const member = this.words[at + 2];
    if (member !== undefined && this.isJoined(at + 2)) return `${text}.${member.text}`;
    return kind === 'keyword' && !parts.has(text) ? `${text}-name` : text;
  }

  private isJoined(at: number): boolean {
    const [first, dot, second] = this.words.slice(at - 2, at + 1);
    if (dot?.text !== '.' || second?.kind !== 'name' || first === undefined) return false;
    return first.text !== '.' && first.end === dot.start && second.start === dot.end;
  }

  private named(text: string): string {
    const part = parts.get(text);
    if (part === undefined) return this.place(text);
    return part.replace(/\u0000([\w-]+)/g, (_, each: string) => this.place(each));
  }

  private place(text: string): string {
    this.places++;
    return `\${${this.places}:${escaped(text)}}`;
  }

  private blank(before: Word | undefined, word: Word): string {
    if (before === undefined || before.kind === 'open' || word.kind === 'close') return '';
    if (before.text === '.') return ' ';
    return before.end === word.start ? '' : ' ';
  }

  private isInside(at: number): boolean {
    let depth = 0;
    for (const { kind } of this.words.slice(0, at)) {
      if (kind === 'open') depth++;
      if (kind === 'close') depth--;
    }
    return depth > 0;
  }
}
