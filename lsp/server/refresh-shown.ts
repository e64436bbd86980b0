// Asks the client to refresh hints and lenses after settings or measured gas have changed.

import { CodeLensRefreshRequest } from 'vscode-languageserver/node';
import type { Session } from './session.ts';

export function refreshShown(session: Session): void {
  const { connection, client } = session;
  const { workspace } = client;
  if (workspace?.codeLens?.refreshSupport === true) {
    session.unanswered(connection.sendRequest(CodeLensRefreshRequest.type));
  }
  if (workspace?.inlayHint?.refreshSupport === true) {
    session.unanswered(connection.languages.inlayHint.refresh());
  }
}
