// The bracket reader: splits a token vector into top-level forms, and modules into their items, so that each can be parsed
// on its own and one broken definition hides no other. Brackets need not match: keywords that are valid in only one place
// show where a form must have ended, and so does a parenthesis in the first column if the text ends inside a form.

import type { IToken, TokenType } from 'chevrotain';
import * as t from '../../../grammar/tokens.ts';
import type { LexedSource } from './lex.ts';

/** Tokens `[start, end)`. */
export type TokenRange = { readonly start: number; readonly end: number };

/** The innermost bracket still open at the token `end`, where another form had to begin. */
export type Unclosed = { readonly bracket: IToken; readonly end: number };

/** A bracketed form, or a run of tokens outside brackets. */
export type FormRange = TokenRange & {
  /** For a module or interface: its parenthesised items, including broken ones. */
  readonly items: readonly TokenRange[];
  readonly unclosed: Unclosed | undefined;
  /**
   * The first parenthesis that closed a module before its last item; of a parenthesis in the first column that closes
   * nothing, the one that closed the form before it too early.
   */
  readonly surplus: IToken | undefined;
};

const moduleStarts = new Set<TokenType | undefined>([t.Module, t.Interface]);
const itemStarts = new Set<TokenType | undefined>([
  t.Defun,
  t.DefConst,
  t.DefCap,
  t.DefSchema,
  t.DefTable,
  t.DefPact,
  t.Use,
  t.Implements,
  t.Bless,
]);

/** Returns whether a form that begins with this word is valid only in a module, or only at top level. */
export function isItemStart(keyword: IToken | undefined): boolean {
  return itemStarts.has(keyword?.tokenType);
}

export function readForms(lexed: LexedSource): readonly FormRange[] {
  const forms = new FormReader(lexed, { byColumn: false }).read();
  if (forms.at(-1)?.unclosed === undefined) return forms;
  return new FormReader(lexed, { byColumn: true }).read();
}

class FormReader {
  private readonly tokens: readonly IToken[];
  private readonly text: string;
  private readonly byColumn: boolean;
  private readonly forms: FormRange[] = [];
  /** The open brackets of the current form. */
  private open: IToken[] = [];
  private formStart = 0;
  private isModule = false;
  private items: TokenRange[] = [];
  private itemStart = 0;
  private unclosed: Unclosed | undefined;
  private surplus: IToken | undefined;
  /** The last module, while only indented forms follow it: the index of its form, and its items. */
  private lastModule: { readonly at: number; readonly items: TokenRange[] } | undefined;

  constructor({ tokens, source }: LexedSource, { byColumn }: { readonly byColumn: boolean }) {
    this.tokens = tokens;
    this.text = source.text;
    this.byColumn = byColumn;
  }

  read(): readonly FormRange[] {
    for (let i = 0; i < this.tokens.length; i++) {
      const token = this.tokens[i] as IToken;
      switch (token.tokenType) {
        case t.LeftParen:
          this.resynchronise(token, i);
          this.enter(token, i);
          break;
        case t.LeftBracket:
        case t.LeftBrace:
          this.enter(token, i);
          break;
        case t.RightParen:
          if (this.byColumn && this.endsModule(i)) this.breakItem(i);
          this.leave(t.LeftParen, i);
          break;
        case t.RightBracket:
          this.leave(t.LeftBracket, i);
          break;
        case t.RightBrace:
          this.leave(t.LeftBrace, i);
          break;
      }
    }
    this.endForm(this.tokens.length);
    return this.forms;
  }

  /**
   * Closes the forms that must have ended before a parenthesis, judging by its keyword or column.
   */
  private resynchronise(paren: IToken, at: number): void {
    const keyword = this.tokens[at + 1]?.tokenType;
    if (this.open.length === 0) {
      if (itemStarts.has(keyword)) this.reopenModule(paren, at);
    } else if (this.isModuleStart(at)) this.endForm(at);
    else if (itemStarts.has(keyword)) {
      if (!this.isModule) this.endForm(at);
      else if (this.open.length > 1) this.breakItem(at);
    } else if (this.byColumn && this.isFirstColumn(paren)) this.endForm(at);
  }

  private enter(bracket: IToken, at: number): void {
    if (this.open.length === 0) {
      this.endForm(at);
      this.isModule = this.isModuleStart(at);
    } else if (this.open.length === 1) this.itemStart = at;
    this.open.push(bracket);
  }

  /**
   * A closing bracket may skip open brackets inside its own pair; without an opening bracket of its
   * kind it closes nothing.
   */
  private leave(opener: TokenType, at: number): void {
    let depth = this.open.length - 1;
    while (depth >= 0 && this.open[depth]?.tokenType !== opener) {
      // Only `)` closes `(`.
      if (this.open[depth]?.tokenType === t.LeftParen) return;
      depth--;
    }
    if (depth < 0) {
      if (this.open.length === 0) this.noteSurplus(at);
      return;
    }
    this.open.length = depth;
    if (depth === 1 && opener === t.LeftParen) this.endItem(at + 1);
    if (depth === 0) this.endForm(at + 1);
  }

  /**
   * Returns whether the module must end with this parenthesis, though one of its items is open: it is in the first
   * column, as the module's own, and so is what follows.
   */
  private endsModule(at: number): boolean {
    const [module, item] = this.open;
    if (!this.isModule || module === undefined || item === undefined) return false;
    const [paren, next] = this.tokens.slice(at, at + 2);
    if (paren === undefined || !this.isFirstColumn(paren)) return false;
    if (!this.isFirstColumn(module) || this.isFirstColumn(item)) return false;
    return next === undefined || (this.isFirstColumn(next) && next.tokenType === t.LeftParen);
  }

  /** A parenthesis in the first column is the end of the form before it, if that begins there and ended elsewhere. */
  private noteSurplus(at: number): void {
    const last = this.forms.at(-1);
    if (last?.end !== at) return;
    const [first, closing, paren] = [last.start, at - 1, at].map((each) => this.tokens[each]);
    if (first === undefined || closing === undefined || paren === undefined) return;
    if (!this.isFirstColumn(first) || !this.isFirstColumn(paren)) return;
    if (closing.tokenType !== t.RightParen || this.isFirstColumn(closing)) return;
    this.surplus = closing;
    this.forms[this.forms.length - 1] = { ...last, surplus: last.surplus ?? closing };
  }

  private endItem(at: number): void {
    if (this.isModule) this.items.push({ start: this.itemStart, end: at });
  }

  private breakItem(at: number): void {
    this.noteUnclosed(at);
    // The brackets of a model are inside the module too.
    if (this.open[1]?.tokenType === t.LeftParen) this.endItem(at);
    this.open.length = 1;
  }

  private noteUnclosed(end: number): void {
    const bracket = this.open.at(-1);
    if (bracket !== undefined) this.unclosed ??= { bracket, end };
  }

  private endForm(at: number): void {
    if (this.open.length > 1) this.breakItem(at);
    this.noteUnclosed(at);
    if (at > this.formStart) {
      const { formStart: start, items, unclosed, surplus } = this;
      this.noteModule(start, at, items);
      this.forms.push({ start, end: at, items, unclosed, surplus });
    }
    this.formStart = at;
    this.open = [];
    this.items = [];
    this.isModule = false;
    this.unclosed = undefined;
    this.surplus = undefined;
  }

  private noteModule(start: number, end: number, items: TokenRange[]): void {
    if (this.isModule) this.lastModule = { at: this.forms.length, items };
    else if (!this.mayBelong(start, end)) this.lastModule = undefined;
  }

  /**
   * Returns whether tokens after a module can be a part of it: by the columns, the module has not ended, but they are
   * in it.
   */
  private mayBelong(start: number, end: number): boolean {
    const module = this.lastModule && this.forms[this.lastModule.at];
    if (module === undefined) return false;
    const [opening, closing, first] = [module.start, module.end - 1, start].map(
      (at) => this.tokens[at],
    );
    if (opening === undefined || closing === undefined || first === undefined) return false;
    if (start === end) return true;
    return (
      this.isFirstColumn(opening) && !this.isFirstColumn(closing) && !this.isFirstColumn(first)
    );
  }

  /**
   * An indented definition after a module is one of its items: a surplus parenthesis closed the
   * module. So is what is between them.
   */
  private reopenModule(paren: IToken, at: number): void {
    const { lastModule } = this;
    const module = lastModule === undefined ? undefined : this.forms[lastModule.at];
    const bracket = module === undefined ? undefined : this.tokens[module.start];
    if (lastModule === undefined || module === undefined || bracket === undefined) return;
    if (this.isFirstColumn(paren) || !this.mayBelong(this.formStart, at)) return;
    this.forms.length = lastModule.at;
    this.formStart = module.start;
    this.open = [bracket];
    this.items = lastModule.items;
    this.isModule = true;
    this.unclosed = module.unclosed;
    this.surplus = module.surplus ?? this.tokens[module.end - 1];
  }

  /** In `x:module{i}` the word belongs to a type. */
  private isModuleStart(paren: number): boolean {
    if (!moduleStarts.has(this.tokens[paren + 1]?.tokenType)) return false;
    return this.tokens[paren + 2]?.tokenType !== t.LeftBrace;
  }

  private isFirstColumn({ startOffset }: IToken): boolean {
    return startOffset === 0 || this.text.charAt(startOffset - 1) === '\n';
  }
}
