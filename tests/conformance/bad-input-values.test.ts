// Bad input: values that are too large, too deep or too many; see bad-input.test.ts.
import { checkBadInput } from './bad-input/check.ts';
import { deepListCases, deepValueCases } from './bad-input/deep-values.ts';
import { doublingCases } from './bad-input/doubling.ts';
import { memoryCases } from './bad-input/memory.ts';
import { longNumberCases, numberCases } from './bad-input/numbers.ts';

const onCommand = 'on the stack of the command';

checkBadInput('numbers', 'with low limits', numberCases);
checkBadInput('numbers at the usual limits', onCommand, longNumberCases);
checkBadInput('values that double', 'with low limits', doublingCases);
checkBadInput('deep values', onCommand, deepValueCases);
checkBadInput('deep values', 'on a small stack', deepListCases);
checkBadInput('memory', 'in little memory', memoryCases);
