// The line editor: that of Node, with a history of whole forms, a search in it, and keys that wait while a completion
// is being computed.

import { createInterface, type Interface } from 'node:readline';
import { type FormHistory, HistorySearch, type Key, type SearchStep } from './history.ts';

/** The completions of the last word, and that word. */
export type Completions = [names: string[], word: string];

/**
 * The boundary to Node: `line` and `cursor` are documented, and Node's own REPL intercepts keys in the same way.
 */
type Internals = {
  line: string;
  cursor: number;
  /** False for input that arrives at once, such as a paste, where a tab is white space. */
  isCompletionEnabled: boolean;
  _ttyWrite: (typed: string | undefined, key: Key) => void;
};

type KeyPress = readonly [typed: string | undefined, key: Key];

export type LineEditorOptions = {
  readonly prompt: string;
  readonly history: FormHistory;
  readonly complete: (line: string) => Promise<Completions>;
  readonly onLine: (line: string) => void;
  /** Called on Ctrl-C. */
  readonly onStop: () => void;
  /** Called on Ctrl-D or at the end of the input. */
  readonly onClose: () => void;
};

export class LineEditor {
  private readonly options: LineEditorOptions;
  private readonly readline: Interface;
  private readonly internals: Internals;
  private readonly press: Internals['_ttyWrite'];
  /** Node's list of lines, newest first, which is kept equal to the history. */
  private past: string[];
  private prompt: string;
  private search: HistorySearch | undefined;
  /** The line when the search began. */
  private before = '';
  private readonly waiting: KeyPress[] = [];
  /** Tabs that arrived at once and may be typed or pasted. */
  private readonly tabs: KeyPress[] = [];
  private isCompleting = false;

  constructor(options: LineEditorOptions) {
    this.options = options;
    this.prompt = options.prompt;
    this.past = [...options.history.entries];
    this.readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt: options.prompt,
      history: this.past,
      historySize: Number.MAX_SAFE_INTEGER,
      completer: (line: string, done: (error: null, result: Completions) => void) => {
        void this.complete(line, (names) => done(null, names));
      },
    });
    this.internals = this.readline as unknown as Internals;
    this.press = this.internals._ttyWrite.bind(this.readline);
    this.internals._ttyWrite = (typed, key) => this.take(typed, key);
    this.readline.on('history', (past: string[]) => (this.past = past));
    this.readline.on('line', (text) => this.enter(text));
    this.readline.on('SIGINT', options.onStop);
    this.readline.on('close', options.onClose);
  }

  /** Shows the prompt and the current line. */
  ask(prompt = this.prompt): void {
    this.prompt = prompt;
    this.readline.setPrompt(prompt);
    this.readline.prompt(true);
  }

  /** Clears the line and the earlier lines of its form. */
  clear(): void {
    this.readline.write(null, { ctrl: true, name: 'e' });
    this.readline.write(null, { ctrl: true, name: 'u' });
    this.options.history.abandon();
    this.renewPast();
  }

  close(): void {
    this.readline.close();
  }

  /** Handles Enter: a line from the history can contain several lines. */
  private enter(text: string): void {
    for (const line of text.split('\n')) {
      this.options.history.add(line);
      this.options.onLine(line);
    }
    this.renewPast();
  }

  private renewPast(): void {
    this.past.splice(0, this.past.length, ...this.options.history.entries);
  }

  private async complete(line: string, done: (names: Completions) => void): Promise<void> {
    this.isCompleting = true;
    done(await this.options.complete(line));
    // After Node has shown the completions.
    setImmediate(() => {
      this.isCompleting = false;
      this.replay();
    });
  }

  private replay(): void {
    while (!this.isCompleting) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.take(...next);
    }
  }

  private take(typed: string | undefined, key: Key = {}): void {
    if (key.name === 'tab' && !this.internals.isCompletionEnabled) this.tabs.push([typed, key]);
    else {
      for (const tab of this.tabs.splice(0)) this.takeTab(tab, key);
      this.takeKey(typed, key);
    }
  }

  /** Tabs that arrived with no further input after them were typed, not pasted. */
  private takeTab(tab: KeyPress, { name }: Key): void {
    if (name === 'tab') return this.takeKey(...tab);
    const { isCompletionEnabled } = this.internals;
    this.internals.isCompletionEnabled = false;
    this.takeKey(...tab);
    this.internals.isCompletionEnabled = isCompletionEnabled;
  }

  private takeKey(typed: string | undefined, key: Key): void {
    if (this.isCompleting) this.waiting.push([typed, key]);
    else if (this.search !== undefined) this.show(this.search.press(typed, key), typed, key);
    else if (key.ctrl === true && key.name === 'r') this.beginSearch();
    else this.press(typed, key);
  }

  private beginSearch(): void {
    this.before = this.internals.line;
    this.search = new HistorySearch(this.options.history, this.before);
    this.show(this.search.shown, undefined, {});
  }

  private show(step: SearchStep, typed: string | undefined, key: Key): void {
    if (step.kind !== 'shown') this.search = undefined;
    this.internals.line = step.kind === 'left' ? this.before : step.entry;
    this.internals.cursor = this.internals.line.length;
    this.readline.setPrompt(step.kind === 'shown' ? step.prompt : this.prompt);
    this.readline.prompt(true);
    if (step.kind === 'taken' && step.again) this.press(typed, key);
  }
}
