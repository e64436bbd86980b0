// The messages between a pool and its threads.

/** What a thread is asked. */
export type PooledQuestions<Question> =
  | {
      readonly kind: 'questions';
      readonly questions: readonly PooledQuestion<Question>[];
      /** Milliseconds after which the thread begins no other one of them. */
      readonly togetherMs: number;
    }
  | { readonly kind: 'close' };

/** `number` increases with every question of the thread. */
type PooledQuestion<Question> = {
  readonly number: number;
  readonly question: Question;
  readonly turnMs: number | undefined;
  readonly limitMs: number | undefined;
};

export type PooledReplies<Reply> =
  /** Of the first questions; the others were not begun. */
  | { readonly kind: 'replies'; readonly replies: readonly PooledReply<Reply>[] }
  | { readonly kind: 'closed' };

/** `ms`: how long the thread has worked. */
export type PooledReply<Reply> =
  | { readonly kind: 'answer'; readonly reply: Reply; readonly ms: number }
  /** It was stopped, because its turn is over, or its limit, or because the starter wanted it. */
  | { readonly kind: 'stopped'; readonly by: 'turn' | 'limit' | 'starter'; readonly ms: number };

/** What a thread and its starter share: the numbers of the question that must stop and of the one that is worked on. */
export const places = { stopped: 0, running: 1 } as const;
