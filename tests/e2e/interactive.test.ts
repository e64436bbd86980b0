// The interactive REPL, in a pseudo terminal.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command, folderWith } from '../support/command.ts';
import { endTerminals, hasTerminals, Terminal } from '../support/terminal.ts';

const prompt = 'pact> ';
const ctrlC = '\u0003';
const ctrlD = '\u0004';
const ctrlR = '\u0012';

const documented = `(module d G
  @doc "${'long '.repeat(20)}"
  (defcap G () true)
  (defconst LIMIT 5)
  (defun hello (name:string) "Greets. And more." name))`;

describe.runIf(hasTerminals)('in a terminal', () => {
  let folder: ReturnType<typeof folderWith>;
  let terminal: Terminal;

  beforeEach(async () => {
    folder = folderWith({
      'home/.keep': '',
      'documented.pact': documented,
      'contract.pact': '(module m G (defcap G () true) (defun hello () (+ "h" "i")))',
    });
    terminal = open();
    await terminal.until(prompt);
  });

  afterEach(() => {
    endTerminals();
    folder.remove();
  });

  const open = (env: Record<string, string> = {}) =>
    new Terminal([command], {
      cwd: folder.path,
      env: { HOME: join(folder.path, 'home'), ...env },
    });

  async function leave(): Promise<void> {
    terminal.type(ctrlD);
    await terminal.until('goodbye');
    expect(await terminal.exitStatus()).toBe(0);
  }

  test('a form is evaluated, and Ctrl-D exits', async () => {
    await terminal.enter('(+ 1 2)', '3');
    await terminal.enter('(defun f (x) (* x x))', 'Loaded repl defun f');
    await terminal.enter('(f 12)', '144');
    await leave();
  });

  test('a form continues until it closes', async () => {
    await terminal.enter('(let ((x 40)', '....> ');
    await terminal.enter('(y 2))', '....> ');
    await terminal.enter('(+ x y))', '42');
    await leave();
  });

  test('an error is shown in colour, with a hint, and the session continues', async () => {
    await terminal.enter('(lenght [1])', 'Did you mean length?');
    expect(terminal.text).toContain(' 1 | (lenght [1])\n   | ');
    expect(terminal.raw).toContain('\u001b[31m');
    await terminal.enter('(length [1])', '1');
  });

  test('without colour if the user turned it off', async () => {
    terminal.end();
    terminal = open({ NO_COLOR: '1' });
    await terminal.until(prompt);
    await terminal.enter('(lenght [1])', 'Did you mean');
    expect(terminal.raw).not.toContain('\u001b[31m');
  });

  test('Ctrl-C abandons the line, and the form that it continues', async () => {
    await terminal.enter('(let ((x 1)', '....> ');
    terminal.type('(y');
    await terminal.until('(y');
    terminal.type(ctrlC);
    await terminal.until(prompt);
    await terminal.enter('(+ 20 3)', '23');
    await leave();
  });

  test('Ctrl-C stops a running form, and keeps the session', async () => {
    await terminal.enter('(defun f (x) (+ x 1))', 'Loaded repl defun f');
    const endless = '(fold (lambda (a x) (fold (+) 0 (enumerate 1 x))) 0 (enumerate 1 4000000))';
    terminal.type(`${endless}\r`);
    await terminal.until('4000000))');
    terminal.type(ctrlC);
    await terminal.until('interrupted');
    await terminal.until(prompt);
    await terminal.enter('(f 41)', '42');
    await leave();
  });

  test('Tab completes builtins, definitions, members and files', async () => {
    terminal.type('(str-to-i');
    await terminal.until('(str-to-i');
    terminal.type('\t');
    await terminal.until('nt');
    await terminal.enter(' "12")', '12');
    await terminal.enter('(defun something-long (x) x)', 'Loaded repl defun');
    terminal.type('(somet');
    await terminal.until('(somet');
    terminal.type('\t');
    await terminal.until('hing-long');
    await terminal.enter(' 13)', '13');
    terminal.type('(load "contr');
    await terminal.until('contr');
    terminal.type('\t');
    await terminal.until('act.pact');
    await terminal.enter('")', 'Loaded module m');
    terminal.type('(m.he');
    await terminal.until('(m.he');
    terminal.type('\t');
    await terminal.until('llo');
    await terminal.enter(')', '"hi"');
    await leave();
  });

  test('the name of a builtin or a special form alone shows its documentation', async () => {
    await terminal.enter('str-to-int', '## str-to-int');
    expect(terminal.text).toContain('Examples:');
    await terminal.enter('with-capability', '(with-capability (CAPABILITY argument ...) body ...)');
    await terminal.enter('defun', '## defun');
    await terminal.enter('let*', '## let*');
  });

  test('the name of a module or a function shows its documentation; a constant shows its definition', async () => {
    await terminal.enter('(load "documented.pact")', 'Loaded module d');
    await terminal.enter('d', '- `defun hello (name:string)`: Greets.');
    // No line is longer than the terminal, which is 80 wide if the width is unknown.
    expect(terminal.text).toContain(`${'long '.repeat(15).trimEnd()}\n`);
    await terminal.enter('d.hello', '(defun d.hello (name:string))');
    await terminal.enter('d.LIMIT', '(defconst LIMIT 5)');
    await terminal.enter('help d.LIMIT', 'Its value: 5');
    await terminal.enter('(defun help () 7)', 'Loaded repl defun help');
    await terminal.enter('(help)', '7');
  });

  test.each(['help', '.help', '?', ':help'])('%s shows what can be typed', async (word) => {
    await terminal.enter(word, 'Ctrl-R');
    await leave();
  });

  test.each(['exit', '.exit', 'quit', ':q', '(exit)'])('%s exits', async (word) => {
    terminal.type(`${word}\r`);
    await terminal.until('goodbye');
    expect(await terminal.exitStatus()).toBe(0);
  });

  test('an unknown word that looks like a command is reported', async () => {
    await terminal.enter('.clear', 'There is no command .clear.');
    await terminal.enter(
      'help lenght',
      'There is no definition named lenght (did you mean length?)',
    );
  });

  test('Up brings back a whole form, also in the next run', async () => {
    await terminal.enter('(let ((x 40)', '....> ');
    await terminal.enter('(y 2)) ; two', '....> ');
    await terminal.enter('(+ x y))', '42');
    terminal.type('\u001b[A');
    await terminal.until('(+ x y))');
    terminal.type('\r');
    await terminal.until('42');
    await leave();
    terminal = open();
    await terminal.until(prompt);
    terminal.type('\u001b[A');
    await terminal.until('(+ x y))');
    terminal.type('\r');
    await terminal.until('42');
  });

  test('Ctrl-R searches the history', async () => {
    await terminal.enter('(length [1 2 3 4])', '4');
    await terminal.enter('(+ 5 6)', '11');
    await terminal.enter('(length [1])', '1');
    terminal.type(ctrlR);
    await terminal.until('(search)');
    terminal.type('leng');
    await terminal.until('(search) leng: (length [1])');
    terminal.type(ctrlR);
    await terminal.until('(length [1 2 3 4])');
    terminal.type('\r');
    await terminal.until('\n4');
    terminal.type(ctrlR);
    await terminal.until('(search)');
    terminal.type('5 6');
    await terminal.until('(+ 5 6)');
    terminal.type(ctrlC);
    await terminal.until(prompt);
    await terminal.enter('(* 7 8)', '56');
    await leave();
  });

  test('two quick Tabs list the same as two separate ones', async () => {
    terminal.type('(str-to\t\t');
    await terminal.until('str-to-list');
    await terminal.until('(str-to-');
    await terminal.enter('int "12")', '12');
  });

  test('tabs within pasted text are blanks', async () => {
    terminal.type('(+\t1\t\t2)\r');
    await terminal.until('3');
  });

  test('Tab completes names in the form being typed', async () => {
    await terminal.enter('(let ((first-of-all 20)', '....> ');
    await terminal.enter('(second-of-all 3))', '....> ');
    terminal.type('(+ first-o');
    await terminal.until('(+ first-o');
    terminal.type('\t');
    await terminal.until('f-all');
    await terminal.enter(' second-of-all))', '23');
    terminal.type('((lambda (amount:integer) (* 2 amo');
    await terminal.until('(* 2 amo');
    terminal.type('\t');
    await terminal.until('unt');
    await terminal.enter(')) 21)', '42');
  });

  test('the history is kept between runs, in the home folder', async () => {
    await terminal.enter('(+ 5 6)', '11');
    await leave();
    expect(readFileSync(join(folder.path, 'home/.pc-history'), 'utf8')).toBe('(+ 5 6)\n');
    expect(existsSync(join(folder.path, '.pc-history'))).toBe(false);
    terminal = open();
    await terminal.until(prompt);
    terminal.type('\u001b[A');
    await terminal.until('(+ 5 6)');
    terminal.type('\r');
    await terminal.until('11');
  });

  test('pasted lines run one after the other', async () => {
    terminal.type('(defun f (x)\r(+ x 1))\r(f 1)\r(f 99)\r');
    await terminal.until('Loaded repl defun f');
    await terminal.until('100');
    await leave();
  });

  test('input typed while a form runs is used afterwards', async () => {
    terminal.type('(fold (+) 0 (enumerate 1 2000000))\r(+ 1 1)\r');
    await terminal.until('2000001000000');
    await terminal.until('2');
    terminal.type(ctrlD);
    expect(await terminal.exitStatus()).toBe(0);
  });

  test('a failed expectation does not affect the exit status', async () => {
    await terminal.enter('(expect "a" 1 2)', 'FAILURE: a expected: 1, received: 2');
    await leave();
  });
});
