/** Runs the commands of a page: see walk-page.mjs. */
export function walkPage(walk: {
  readonly page: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly instead?: (line: string, cwd: string) => string | true | undefined;
  readonly service?: { readonly line: string; readonly ready: RegExp };
  readonly onReady?: (address: string, cwd: string) => void;
}): Promise<number>;
