// Values that double at every step of a fold: sixty steps make 2^60 leaves out of sixty parts. Code that walks such a value
// must have a limit or visit each part only once.

import { badInputs, type BadInput, type BadInputRow } from './case.ts';
import { uses, usesSetup } from './uses.ts';

const steps = '(enumerate 1 60)';
const doubled = (body: string, start = '1'): string =>
  `(fold (lambda (a x) ${body}) ${start} ${steps})`;

const shared: readonly (readonly [kind: string, value: string])[] = [
  ['list', doubled('[a a]')],
  ['object', doubled(`{"a": a, "b": a}`)],
  ['guard', doubled('(create-user-guard (g.two [{"a": a}] a))')],
];

const strings: readonly BadInputRow[] = [
  ['strings', doubled('(+ a a)', '"ab"'), '!string of more than'],
  ['strings by format', doubled('(format "{}{}" [a a])', '"ab"'), '!string of more than'],
  ['strings by concat', doubled('(concat [a a a])', '"ab"'), '!string of more than'],
  ['strings by show', doubled('(show [a a])', '"ab"'), '!string of more than'],
  ['strings by base64', doubled('(base64-encode (+ a a))', '"ab"'), '!string of more than'],
  ['lists', doubled('(+ a a)', '[1]'), '!list of more than'],
  ['lists by zip', doubled('(+ (zip (+) a a) a)', '[1]'), '!list of more than'],
  [
    'lists by str-to-list',
    doubled('(str-to-list (concat (+ a a)))', '["a"]'),
    '!list of more than',
  ],
  ['objects', doubled('(+ a {"b": a})', '{"a": 1}'), '...'],
  ['integers', doubled('(* a a)', '3'), '!integer of more than'],
  ['integers by addition', '(fold (lambda (a x) (+ a a)) 1 (enumerate 1 100000))', '[30103]'],
  ['decimals', doubled('(* a a)', '1.1'), '?'],
];

const gas = '(env-gasmodel "table") (env-gaslimit 150000) ';

export const doublingCases: readonly BadInput[] = [
  ...badInputs(strings),
  ...shared.flatMap(([kind, value]) =>
    uses.map(([use, text, gives]) => ({
      title: `a ${kind} of 2^60 leaves, ${use}`,
      program: { text: usesSetup + text.replaceAll('$', value) },
      gives,
    })),
  ),
  ...uses.map(([use, text]) => ({
    title: `a list of 2^60 leaves, ${use}, with gas`,
    program: { text: usesSetup + gas + text.replaceAll('$', doubled('[a a]')) },
    gives: '?',
  })),
];
