type WayOutcome = { readonly way: string; readonly passed: boolean; readonly text: string };
type ToolCall = { readonly name: string; readonly arguments: object };

export declare function runEveryWay(
  cli: string,
  place: { readonly folder: string; readonly script: string },
): Promise<readonly WayOutcome[]>;

export declare function callTools(
  cli: string,
  folder: string,
  calls: readonly ToolCall[],
): Promise<readonly { readonly isError: boolean; readonly text: string }[]>;
