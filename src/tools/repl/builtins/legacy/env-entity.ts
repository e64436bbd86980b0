// `env-entity`, of Pact 4: the entity of a private transaction. Since Pact 5, no step has an entity.

import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envEntity = replBuiltin(['legacy'], {
  name: 'env-entity',
  since: '1.0',
  until: '5.0',
  doc: 'Sets the entity that a private transaction runs for, or clears it.',
  overloads: [
    replOverload({
      internal: 'env-entity',
      params: [param('entity', 'string', 'The name of the entity.')],
      returns: 'string',
      run: (repl, _, entity) => {
        repl.legacy.entity = entity;
        return `Set entity to ${entity}`;
      },
    }),
    replOverload({
      internal: 'env-entity-clear',
      params: [],
      returns: 'string',
      run: (repl) => {
        repl.legacy.entity = undefined;
        return 'Unset entity';
      },
    }),
  ],
  examples: [
    { code: '(env-entity "alice")', gives: '"Set entity to alice"' },
    { code: '(env-entity)', gives: '"Unset entity"' },
  ],
});
