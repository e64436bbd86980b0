// What the server for agents and the threads that do its work say to one another.

/** A call of a tool, checked. */
export type ToolTask =
  | { readonly tool: 'check'; readonly paths: readonly string[] }
  | {
      readonly tool: 'run';
      readonly program: ToolProgram;
      /** A script to run before. */
      readonly setup: string | undefined;
    }
  | {
      readonly tool: 'test';
      readonly paths: readonly string[];
      /** Only results whose transaction or expectation contains it. */
      readonly filter: string | undefined;
      readonly coverage: boolean;
    }
  | { readonly tool: 'describe'; readonly name: string }
  | { readonly tool: 'find_symbol'; readonly name: string; readonly references: boolean }
  | { readonly tool: 'format'; readonly program: ToolProgram };

export type ToolProgram =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'file'; readonly path: string };

/** The work of a thread. */
export type ToolWork = {
  readonly kind: 'tool';
  /** Nothing outside of it is read. It is the current folder. */
  readonly folder: string;
  readonly task: ToolTask;
};

export type ToolMessage =
  /** A line of the answer, or several. */
  | { readonly kind: 'text'; readonly text: string }
  /** The call failed: what is wrong with it. */
  | { readonly kind: 'failed'; readonly sentence: string };
