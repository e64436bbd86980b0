// The definition of a feature: one file for each in features/, listed in features/index.ts. The server's capabilities
// and the requests that it handles are derived from the list.

import type { ServerCapabilities } from 'vscode-languageserver/node';
import type { Session } from './session.ts';

export type Feature = {
  /** The capabilities for the client of this session. */
  readonly capabilities: (session: Session) => ServerCapabilities;
  /** Registers the handlers of its requests, with `session.on`. */
  readonly register: (session: Session) => void;
};
