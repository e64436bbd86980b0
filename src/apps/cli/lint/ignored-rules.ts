// The lint rules that a project ignores.

import type { Project } from '../../../base/config/project.ts';

/** A project for Pact 4 ignores the rule about its builtins too. */
export function ignoredRules(project: Project | undefined): ReadonlySet<string> {
  const written = project?.lint.ignore.map(({ text }) => text) ?? [];
  return new Set(project?.pact4 === true ? [...written, 'deprecated-builtin'] : written);
}
