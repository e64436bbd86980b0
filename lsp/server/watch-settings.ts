// Gets the settings from the client, at the start and whenever they change: requests them if the client supports that,
// otherwise the client sends them.

import { DidChangeConfigurationNotification } from 'vscode-languageserver/node';
import { refreshShown } from './refresh-shown.ts';
import type { Session } from './session.ts';
import { readSettings } from './settings.ts';

export function watchSettings(session: Session, given: unknown, changed: () => void): void {
  const { connection, client } = session;
  const isAsked = client.workspace?.configuration === true;
  session.settings = readSettings(sectionOf(given) ?? given);
  const take = (settings: unknown): void => {
    session.settings = readSettings(settings);
    changed();
    refreshShown(session);
  };
  const ask = (): void => {
    connection.workspace.getConfiguration('pact').then(take, () => undefined);
  };
  session.whenInitialized(() => {
    if (!isAsked) return;
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      session.unanswered(
        connection.client.register(DidChangeConfigurationNotification.type, { section: 'pact' }),
      );
    }
    ask();
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    if (isAsked) ask();
    else take(sectionOf(settings));
  });
}

function sectionOf(settings: unknown): unknown {
  return (settings as { readonly pact?: unknown } | null | undefined)?.pact;
}
