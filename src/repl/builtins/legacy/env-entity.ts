// `env-entity`, of Pact 4: for whom a confidential transaction ran. No step has an entity since Pact 5.

import { param } from '../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envEntity = replBuiltin(['legacy'], {
  name: 'env-entity',
  since: '1.0',
  until: '5.0',
  doc: 'Sets the name of the entity that a private transaction would run for, or forgets it.',
  overloads: [
    replOverload({
      internal: 'env-entity',
      params: [param('entity', 'string', 'The name.')],
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
