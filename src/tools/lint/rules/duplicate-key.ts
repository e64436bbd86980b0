import { walkExpressions } from '../../../lang/session/analyse.ts';
import type { Found, Rule } from '../define.ts';

export const duplicateKey: Rule = {
  name: 'duplicate-key',
  summary: 'an object has the same field twice',
  severity: 'warning',
  explanation: `Only the last value counts; the others are silently lost. Remove the extra fields.`,
  bad: `{ "name": "a", "size": 1, "name": "b" }`,
  good: `{ "name": "a", "size": 1, "label": "b" }`,
  check: ({ bodies }) => {
    const found: Found[] = [];
    for (const { expressions } of bodies) {
      walkExpressions(expressions, (expression) => {
        if (expression.kind !== 'object') return;
        const seen = new Set<string>();
        for (const { field, span } of expression.fields) {
          if (seen.has(field)) found.push({ span, message: `the field ${field} is given twice` });
          seen.add(field);
        }
      });
    }
    return found;
  },
};
