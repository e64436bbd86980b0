// Which signature is shown while a call is typed, and which of its parameters is marked.
import { expect, test } from 'vitest';
import { signatureHelpAt } from '../../../../../src/tools/analysis/services/signature-help.ts';
import { marked } from '../../../../support/marked.ts';

/** `(f [x:integer] y)`: the active parameter in square brackets. */
function shown(given: string | Readonly<Record<string, string>>): string | undefined {
  const { snapshot, path, offset } = marked(given);
  const help = signatureHelpAt(snapshot, path, offset);
  const signature = help?.signatures[help.activeSignature];
  if (help === undefined || signature === undefined) return undefined;
  const active = signature.parameters[help.activeParameter ?? -1];
  if (active === undefined) return signature.label;
  const { label } = signature;
  const { start, end } = active;
  return `${label.slice(0, start)}[${label.slice(start, end)}]${label.slice(end)}`;
}

const pay = (text: string): string => `(module m G (defcap G () true)
  (defcap PAY:bool (from:string amount:decimal) true)
  (defpact two (who:string) (step 1))
  (defun pay:string (from:string to:string) "Pays." "x")
  (defun f () ${text}`;

test.each([
  ['(pay $0', '(pay [from:string] to:string) -> string'],
  ['(pay "a" $0)', '(pay from:string [to:string]) -> string'],
  ['(pay "a" "b$0")', '(pay from:string [to:string]) -> string'],
  ['(pay "a" "b" $0)', '(pay from:string to:string) -> string'],
  ['(pay (at 0 [$0', '(at index:integer [list:list]) -> any'],
  ['(pay (+ 1 2) $0', '(pay from:string [to:string]) -> string'],
  ['(m.pay "a" $0', '(pay from:string [to:string]) -> string'],
  ['(with-capability (PAY "a" $0', '(PAY from:string [amount:decimal]) -> bool'],
  ['(with-capability (PAY "a" 1.0) $0', '(with-capability (CAPABILITY argument ...) [body])'],
  ['(two $0', '(two [who:string])'],
  ['(if $0', '(if [condition:bool] then else)'],
  ['(if true 1 $0', '(if condition:bool then [else])'],
  ['(do 1 2 3 $0', '(do [expression])'],
  ['(let ((x 1)) $0', '(let ((name:type value) ...) [body])'],
  ['(let ((x $0', '(let [((name:type value) ...)] body)'],
  ['(read t "k" $0', '(read table:table key:string [fields:list]) -> object'],
  ['(read t $0', '(read table:table [key:string]) -> object'],
  ['(map (pay "a") $0', '(map function:closure [list:list]) -> list'],
  ['(let ((part (pay "a"))) (part $0', '(pay from:string [to:string]) -> string'],
  ['((pay "a") $0', '(pay from:string [to:string]) -> string'],
  ['(let ((g (lambda (x:integer y) x))) (g 1 $0', '(g x [y])'],
  ['(let ((t:module{i} m)) (t::go $0', '(go [n:integer]) -> bool'],
  ['(let ((pay (at 0 []))) (pay $0', undefined],
  ['(pa$0', undefined],
  ['(unknown $0', undefined],
  ['("text" $0', undefined],
  ['([1] $0', undefined],
  ['(pay (unknown $0', undefined],
  ['(pay [$0', '(pay [from:string] to:string) -> string'],
  ['; (pay $0', undefined],
])('%s', (text, expected) => {
  const files = { 'a.pact': pay(text), 'i.pact': '(interface i (defun go:bool (n:integer)))' };
  expect(shown(files)).toBe(expected);
});

test('the parameters of builtins are documented', () => {
  const { snapshot, path, offset } = marked('(at $0');
  const help = signatureHelpAt(snapshot, path, offset);
  expect(help?.signatures[0]?.parameters[0]?.documentation).toMatch(/\w/);
  expect(help?.signatures.length).toBeGreaterThan(1);
});
