// Values nested a hundred thousand levels deep, built by folds because brackets cannot be nested so deeply, in every
// consumer; and transaction data with such nesting.

import type { BadInput } from './case.ts';
import { uses, usesSetup } from './uses.ts';

const depth = 100_000;
/** Enough to exceed a small stack several times. */
const depthOfFields = 30_000;
const nested = (body: string, levels: number): string =>
  `(fold (lambda (a x) ${body}) 1 (enumerate 1 ${levels}))`;

/** A type for nested values: schemas inside schemas. */
const typed =
  '(module s G (defcap G () true) (defschema leaf a:integer) ' +
  '(defschema outer a:object{leaf}) (defschema outermost a:object{outer}) ' +
  '(defun check:object{outermost} (x:object{outermost}) x) (defun lists (x:[[[integer]]]) x)) ';

/** For a small stack. */
export const deepListCases: readonly BadInput[] = cases('lists', nested('[a]', depthOfFields));

export const deepValueCases: readonly BadInput[] = [
  ...cases('lists', nested('[a]', depth)),
  ...cases('objects', nested('{"a": a}', depthOfFields)),
  ...cases('guards', nested('(create-user-guard (g.one a))', depthOfFields)),
  {
    title: 'schemas in schemas',
    program: { text: `${typed}(s.check {"a": {"a": {"a": 1}}})` },
    gives: '{"a": {"a": {"a": 1}}}',
  },
  {
    title: 'schemas in schemas with a bad leaf',
    program: { text: `${typed}(s.check {"a": {"a": {"a": "b"}}})` },
    gives: '!RunTimeTypecheckFailure',
  },
];

function cases(kind: string, value: string): readonly BadInput[] {
  return [
    ...uses.map(([use, text, , gives]) => ({
      title: `nested ${kind}, ${use}`,
      program: { text: usesSetup + text.replaceAll('$', value) },
      gives,
    })),
    {
      title: `nested ${kind} for a schema`,
      program: { text: `${typed}${usesSetup}(s.check {"a": ${value}})` },
      gives: '!RunTimeTypecheckFailure',
    },
    {
      title: `nested ${kind} for lists of lists`,
      program: { text: `${typed}${usesSetup}(s.lists [[[1]] ${value}])` },
      gives: '!RunTimeTypecheckFailure',
    },
  ];
}
