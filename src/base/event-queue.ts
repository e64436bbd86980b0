// A queue of items for one reader, with a limit: a reader that is too slow is disconnected, so that unread items do not
// pile up.

export type EventQueueOptions = {
  /** The maximum number of waiting items. */
  readonly max: number;
  /** Called once, at the end. */
  readonly onEnd: () => void;
};

export class EventQueue<Item> implements AsyncIterable<Item> {
  private readonly options: EventQueueOptions;
  private readonly waiting: Item[] = [];
  private wake: () => void = () => undefined;
  private isOver = false;

  constructor(options: EventQueueOptions) {
    this.options = options;
  }

  push(item: Item): void {
    if (this.isOver) return;
    if (this.waiting.length >= this.options.max) return this.end();
    this.waiting.push(item);
    this.wake();
  }

  /** The reader gets no more items. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.waiting.length = 0;
    this.options.onEnd();
    this.wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return {
      next: async () => {
        while (this.waiting.length === 0 && !this.isOver) {
          await new Promise<void>((resolve) => (this.wake = resolve));
        }
        const value = this.waiting.shift();
        return value === undefined ? { done: true, value } : { done: false, value };
      },
      return: () => {
        this.end();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
