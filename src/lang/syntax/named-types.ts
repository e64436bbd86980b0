// The types that are one word. Any other word is an error of the parser (`primType`, LexUtils.hs of the
// reference).

import type { Span } from '../../base/span.ts';
import type { PrimitiveTypeName, Type } from './ast.ts';

const primitive =
  (name: PrimitiveTypeName) =>
  (span: Span): Type => ({ kind: 'primitive', name, span });

export const namedTypes: ReadonlyMap<string, (span: Span) => Type> = new Map([
  ['integer', primitive('integer')],
  ['bool', primitive('bool')],
  ['unit', primitive('unit')],
  ['guard', primitive('guard')],
  ['decimal', primitive('decimal')],
  ['time', primitive('time')],
  ['string', primitive('string')],
  ['list', (span: Span): Type => ({ kind: 'any-list', span })],
  ['object', (span: Span): Type => ({ kind: 'any-object', span })],
  ['keyset', (span: Span): Type => ({ kind: 'keyset', span })],
]);
