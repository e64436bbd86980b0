// The option --pact4, and the key of pact.yaml that does the same for a project.

import type { Option } from '../options.ts';

export const pact4Option: Option = {
  long: 'pact4',
  help: 'allow builtins of Pact 4 in modules, for old suites',
};
