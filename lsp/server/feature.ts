// The definition of a feature: one file for each in features/, listed in features/index.ts. What the
// server says that it can do, and the requests that it answers, follow from the list.

import type { ServerCapabilities } from 'vscode-languageserver/node';
import type { Session } from './session.ts';

export type Feature = {
  /** For the client of this session. */
  readonly capabilities: (session: Session) => ServerCapabilities;
  /** Registers what answers its requests, with `session.on`. */
  readonly register: (session: Session) => void;
};
