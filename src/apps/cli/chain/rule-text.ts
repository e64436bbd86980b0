// Lists the rules of a header, one per line, with the result of each.

import { type CheckedRule, headerFailures } from '../../../chain/rules/header-failure.ts';
import { table } from './text.ts';

export function ruleTable(rules: readonly CheckedRule[]): string {
  return table(rules.map(ruleRow));
}

function ruleRow({ rule, fails }: CheckedRule): readonly [string, string] {
  const text = headerFailures[rule].rule;
  if (fails === undefined) return ['not checked', `${text} (a parent is missing)`];
  return fails ? ['FAILS', `${text} (${rule})`] : ['ok', text];
}
