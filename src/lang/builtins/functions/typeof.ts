// `typeof`

import { typeWord, isClosure } from '../../state/value.ts';
import type { PactValue } from '../../values/value.ts';
import { typeText } from '../../values/type.ts';
import { builtin, overload, param } from '../define.ts';

export const typeOf = builtin({
  name: 'typeof',
  since: '1.0',
  builtins: { typeof: { number: 123, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the type of a value as a string. The types of elements and fields are not included; a ' +
    'module reference lists the interfaces it implements, and a table names its schema.',
  types: { typeof: ['IsValue a => a -> string'] },
  overloads: [
    overload({
      internal: 'typeof',
      params: [param('value', 'any', 'Any value.')],
      returns: 'string',
      run: (_call, value) => (isClosure(value) ? '<<closure>>' : typeName(value)),
    }),
  ],
  examples: [
    { code: '(typeof "hello")', gives: '"string"' },
    { code: '(typeof [1 2])', gives: '"list"' },
    { code: '(typeof (lambda (x) x))', gives: '"<<closure>>"' },
  ],
});

function typeName(value: PactValue): string {
  if (typeof value !== 'object') return typeWord(value);
  switch (value.kind) {
    case 'modref':
      return typeText({ kind: 'modref', interfaces: value.interfaces });
    case 'table':
      return typeText({ kind: 'table', schema: value.schema });
    case 'captoken':
      return typeText({ kind: 'captoken' });
    default:
      return value.kind;
  }
}
