// Measures scripts on disk, within the limits of the command.

import { Interrupted } from '../../../lang/session/run.ts';
import { MeasuredScript } from '../../../tools/testing/gas/measure-script.ts';
import type { FileAnswer } from '../../../base/result.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { plainPath } from '../paths.ts';
import { diskHost } from '../script-host.ts';
import { withProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';

/** Longer runs are useless as a measure of a transaction. */
const maxSeconds = 120;

export type OpenScript = {
  readonly script: MeasuredScript;
  /** Returns a sentence if the run takes too long. */
  readonly within: <T>(run: () => T) => T | string;
};

/** Runs the file. `replaced`: a file whose text differs from that on disk. */
export function openScript(
  file: string,
  stage: Stage,
  replaced?: { readonly identity: string; readonly text: string },
): OpenScript | string {
  const { room, settings = {}, ...hooks } = stage;
  let end = 0;
  const within: OpenScript['within'] = (run) => {
    end = performance.now() + maxSeconds * 1000;
    try {
      return run();
    } catch (error) {
      if (error instanceof Interrupted) return `${file} takes longer than ${maxSeconds} seconds`;
      throw error;
    }
  };
  const readFile = (path: string): FileAnswer =>
    replaced !== undefined && identifyFile(path) === replaced.identity
      ? { kind: 'text', text: replaced.text }
      : readSourceFile(path);
  // The output of scripts is not shown.
  const silent = { trace: undefined, print: () => undefined };
  const host = { ...diskHost, readFile, plainPath, ...silent };
  const isInterrupted = (): boolean => performance.now() > end;
  const script = within(
    () =>
      new MeasuredScript(file, {
        ...room,
        ...hooks,
        ...withProject(settings),
        isInterrupted,
        host,
      }),
  );
  return typeof script === 'string' ? script : { script, within };
}
