// Converts types to strings. The reference has two notations: one for `typeof` and stored documents, one for messages.
// Source: renderType and the Pretty instance in pact/Pact/Core/Type.hs.

import type { Type } from '../type.ts';

/** The notation of `typeof`: `[integer]`, `object{m.s}`, `CAPTOKEN`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `[${typeText(type.element)}]`;
    case 'captoken':
      return 'CAPTOKEN';
    default:
      return commonText(type);
  }
}

/** The notation of messages: `list integer`, `list (object{m.s})`, `cap-token`. */
export function prettyTypeText(type: Type): string {
  switch (type.kind) {
    case 'list': {
      const element = prettyTypeText(type.element);
      return type.element.kind === 'primitive' ? `list ${element}` : `list (${element})`;
    }
    case 'captoken':
      return 'cap-token';
    default:
      return commonText(type);
  }
}

function commonText(type: Exclude<Type, { kind: 'list' | 'captoken' }>): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'any-list':
      return 'list';
    case 'modref':
      return `module{${type.interfaces.map((name) => name.text).join(', ')}}`;
    case 'object':
      return `object{${type.schema.name.text}}`;
    case 'any-object':
      return 'object';
    case 'table':
      return `table{${type.schema.name.text}}`;
    case 'any':
      return '*';
  }
}
