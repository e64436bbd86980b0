// Describes an error in JSON text, for messages.

import type { JsonFault } from './json-reader.ts';

export const jsonFaultTexts = {
  'bad-escape': 'a backslash begins no escape',
  'bad-number': 'a number is not written as JSON has it',
  'control-character': 'a string holds a control character',
  'end-of-input': 'it ends too early',
  'lone-surrogate': 'a string holds half a character',
  'not-utf8': 'it is not UTF-8',
  'too-deep': 'it is nested too deep',
  'trailing-characters': 'something follows its end',
  'unexpected-character': 'a character is unexpected',
} as const satisfies Record<JsonFault, string>;
