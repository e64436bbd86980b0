// Bad input: for any source text, the result is the reference's or a Pact error, and never a JavaScript exception, a hang,
// or unbounded memory. This file has the texts, bad-input-values.test.ts the values that they can compute; the cases are in
// bad-input/, by kind.
import { checkBadInput } from './bad-input/check.ts';
import { loadCases } from './bad-input/loads.ts';
import { nameCases } from './bad-input/names.ts';
import { nestingCases } from './bad-input/nesting.ts';
import { textCases } from './bad-input/texts.ts';

const onCommand = 'on the stack of the command';
const onSmall = 'on a small stack';

checkBadInput('nesting', onCommand, nestingCases);
// Longer texts exceed the limits of a small stack at once, as some shorter ones do.
checkBadInput(
  'nesting',
  onSmall,
  nestingCases.filter(({ program }) => program.text.length < 100_000),
);
checkBadInput('texts', onCommand, textCases);
checkBadInput('texts', onSmall, textCases);
checkBadInput('loads', onCommand, loadCases);
checkBadInput('loads', onSmall, loadCases);
checkBadInput('names', onCommand, nameCases);
