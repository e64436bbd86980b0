// Describes an error in JSON text, for messages.

import type { JsonFault } from './json-reader.ts';

export const jsonFaultTexts = {
  'bad-escape': 'a string has an invalid escape',
  'bad-number': 'a number has an invalid format',
  'control-character': 'a string contains a control character',
  'end-of-input': 'it ends too early',
  'lone-surrogate': 'a string contains half of a surrogate pair',
  'not-utf8': 'it is not UTF-8',
  'too-deep': 'it is nested too deep',
  'trailing-characters': 'there are characters after its end',
  'unexpected-character': 'unexpected character',
} as const satisfies Record<JsonFault, string>;
