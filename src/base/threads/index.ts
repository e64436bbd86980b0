// The public interface of threads that answer questions.

export { type BoundedEnd, runBounded, type ThreadLimits } from './bounded-run.ts';
export { newCounter } from './thread-port.ts';
export { Lane, type Unanswered } from './thread-link.ts';
export { type EndCause, type Ended, ThreadLink, ThreadUnable } from './thread-link.ts';
export { ThreadPort } from './thread-port.ts';
export { giveWay } from './thread-port.ts';
export { answerQuestions, OwnThread, Stopwatch } from './answer-questions.ts';
export { questionLimits, type QuestionLimits } from './limits.ts';
export { type Answerers, type AskedBy, ThreadPool, type Unserved } from './pool.ts';
export { type LaneName } from './schedule.ts';
export { MessageLine } from './message-line.ts';
