// Updates the paths in `load` when files are renamed in the editor.

import { WillRenameFilesRequest, type WorkspaceEdit } from 'vscode-languageserver/node';
import { renameFiles } from '../../../src/tools/analysis/services/rename-files.ts';
import type { Feature } from '../feature.ts';
import { pathOfUri } from '../text/uris.ts';
import { workspaceEdit } from '../workspace-edit.ts';

export const fileRenames: Feature = {
  capabilities: () => ({
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: {
        willRename: {
          filters: [
            { scheme: 'file', pattern: { glob: '**/*.{pact,repl}', matches: 'file' } },
            { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
          ],
        },
      },
    },
  }),
  register: (session) => {
    session.on(WillRenameFilesRequest.type, ({ files }): WorkspaceEdit | null => {
      const renames = files.map(({ oldUri, newUri }) => ({
        from: pathOfUri(oldUri),
        to: pathOfUri(newUri),
      }));
      const [first] = renames;
      if (first === undefined) return null;
      const snapshot = session.projects.snapshotOf(first.from);
      const edits = renameFiles(snapshot, renames);
      if (edits.length === 0) return null;
      return workspaceEdit(
        session,
        snapshot,
        edits.map((each) => [each.path, each.edits] as const),
      );
    });
  },
};
