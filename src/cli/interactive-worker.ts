import type { MessagePort } from 'node:worker_threads';

export function serveInteractive(port: MessagePort): void {
  port.postMessage(0);
}
