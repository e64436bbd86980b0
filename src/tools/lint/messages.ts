// Runs rules that check each expression on its own.

import { walkExpressions, type Expression } from '../../lang/session/analyse.ts';
import type { Body } from './bodies.ts';
import type { Found } from './define.ts';

/** `undefined` if there is no finding. */
export type MessageOf = (expression: Expression) => string | undefined;

export function messagesIn(
  bodies: readonly Pick<Body, 'expressions'>[],
  messageOf: MessageOf,
): readonly Found[] {
  const found: Found[] = [];
  for (const { expressions } of bodies) {
    walkExpressions(expressions, (expression) => {
      const message = messageOf(expression);
      if (message !== undefined) found.push({ span: expression.span, message });
    });
  }
  return found;
}
