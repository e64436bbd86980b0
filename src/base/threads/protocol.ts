// Messages between a thread and its starter: plain data that can be copied.

export type ToThread<Question> = { readonly id: number; readonly question: Question };

export type FromThread<Reply, Ready> =
  /** The thread is ready for questions. */
  | { readonly kind: 'ready'; readonly ready: Ready }
  /** The thread cannot start, or continue: the reason, and whether it is temporary. */
  | { readonly kind: 'unable'; readonly sentence: string; readonly isPassing: boolean }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply };
