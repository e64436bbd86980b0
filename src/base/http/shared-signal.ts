// An abort signal on which many requests wait, such as the one that the server is stopping.

import { setMaxListeners } from 'node:events';

/** Its signal may have any number of listeners: by default Node reports a leak, on standard error, when there are eleven. */
export function sharedAbortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
