// A definition on one line, as written: `defun f:integer (x:integer)`. Inferred types are left out.

import type { IndexedDefinition, IndexedParameter } from './shape.ts';

export function signatureText(definition: IndexedDefinition): string {
  const { kind, name } = definition;
  switch (kind) {
    case 'defun':
    case 'defcap':
    case 'defpact': {
      const { parameters, result } = definition;
      const written = typed({ name, ...result });
      return `${kind} ${written} (${parameters.map(typed).join(' ')})${marks(definition)}`;
    }
    case 'defconst':
      return `${kind} ${typed({ name, ...definition.type })}`;
    case 'defschema':
      return [kind, name, ...definition.fields.map(typed)].join(' ');
    case 'deftable':
      return `${kind} ${name}:{${definition.schema}}`;
  }
}

const typed = ({ name, type, inferred }: IndexedParameter): string =>
  type === undefined || inferred === true ? name : `${name}:${type}`;

function marks(definition: IndexedDefinition): string {
  if (definition.kind !== 'defcap') return '';
  const { capability } = definition;
  switch (capability.kind) {
    case 'plain':
      return '';
    case 'event':
      return ' @event';
    case 'auto-managed':
      return ' @managed';
    case 'managed':
      return ` @managed ${capability.parameter} ${capability.manager}`;
  }
}
