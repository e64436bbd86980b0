// Asks the client to ask again for what is shown within the text: settings or measured gas have changed.

import { CodeLensRefreshRequest } from 'vscode-languageserver/node';
import type { Session } from './session.ts';

export function refreshShown({ connection, client: { workspace } }: Session): void {
  if (workspace?.codeLens?.refreshSupport === true) {
    void connection.sendRequest(CodeLensRefreshRequest.type);
  }
  if (workspace?.inlayHint?.refreshSupport === true) {
    void connection.languages.inlayHint.refresh();
  }
}
