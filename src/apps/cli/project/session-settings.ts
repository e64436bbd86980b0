// The settings of sessions that pact.yaml adds to those of the command line.

import type { SessionSettings } from '../stage.ts';
import { mentionsPact4 } from './mentions-pact4.ts';
import { openProject } from './open-project.ts';

export function withProject(settings: SessionSettings): SessionSettings {
  if (settings.pact4 === true || !mentionsPact4()) return settings;
  return openProject()?.project?.pact4 === true ? { ...settings, pact4: true } : settings;
}
