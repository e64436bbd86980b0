// Bad input: whatever is written, the answer is the reference's or an error of Pact, and never an exception of JavaScript, a
// hang, or memory without bound. This file has the texts, bad-input-values.test.ts what they can compute; the cases stand in
// bad-input/, by kind.
import { checkBadInput } from './bad-input/check.ts';
import { loadCases } from './bad-input/loads.ts';
import { nameCases } from './bad-input/names.ts';
import { nestingCases } from './bad-input/nesting.ts';
import { textCases } from './bad-input/texts.ts';

const onCommand = 'on the stack of the command';
const onSmall = 'on a small stack';

checkBadInput('nesting', onCommand, nestingCases);
// Longer texts meet the limits of a small stack at once, like others that are less long.
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
