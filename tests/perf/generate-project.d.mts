export function generateProject(options: {
  readonly lines?: number;
  readonly files?: number;
  readonly seed?: number;
}): {
  readonly driver: string;
  readonly last: string;
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
};
