// Answers lines at the REPL prompt that are not forms: help, and the documentation of a name.

import { suggestion } from '../../../base/prose.ts';
import type { ReplEngine } from '../../../tools/repl/engine.ts';
import { namesInScope } from '../../../script/names/names-in-scope.ts';
import { pageOf, pageOfName } from '../../../script/pages/pages.ts';
import { explainOtherSyntax } from './other-syntax.ts';
import { typedWord, type TypedWord } from './typed-words.ts';
import { wrapText } from './wrap-text.ts';

/** Returns `undefined` for a line that is to be run. */
export function answerWord(
  engine: ReplEngine,
  line: string,
  width: number,
): 'leave' | { readonly text: string } | undefined {
  const word = typedWord(line);
  const other = word === undefined ? explainOtherSyntax(line) : undefined;
  if (other !== undefined) return { text: wrapText(other, width) };
  if (word === undefined || isOwnCall(engine, line.trim())) return undefined;
  if (word.kind === 'leave') return 'leave';
  const text = textFor(engine, word);
  return text === undefined ? undefined : { text: wrapText(text, width) };
}

/** Checks whether `exit`, `(help)` and the like call a definition of the user. */
function isOwnCall({ machine }: ReplEngine, typed: string): boolean {
  const name = /^\(?(exit|quit|bye|help|\?)\)?$/.exec(typed)?.[1];
  return name !== undefined && machine.loaded.topLevelName(name) !== undefined;
}

function textFor(
  engine: ReplEngine,
  word: Exclude<TypedWord, { kind: 'leave' }>,
): string | undefined {
  switch (word.kind) {
    case 'help':
      return helpText;
    case 'unknown':
      return `There is no command ${word.word}. Type help for a list of commands.`;
    case 'name':
      if (word.alone) return pageOfName(engine, word.name);
      return pageOf(engine, word.name) ?? nothingKnown(engine, word.name);
  }
}

function nothingKnown(engine: ReplEngine, name: string): string {
  return `There is no definition named ${name}${suggestion(name, namesInScope(engine.sets, engine.machine))}.`;
}

const helpText = `Type a form, such as (+ 1 2), to run it. It can span several lines, until its parentheses close. Type only a name to read about a builtin, special form, module or function.

    (load "test.repl")   run a script or load a contract
    NAME, help NAME      describe NAME
    help, ?              show this text
    exit, quit, Ctrl-D   leave
    Tab                  complete a name, or a file in a string; twice: list all
    Up, Down             go through earlier forms
    Ctrl-R               search earlier forms
    Ctrl-C               clear the input, or stop the running form

To list all builtins, run pact --builtins in a shell.`;
