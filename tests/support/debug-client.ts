// A debugger client over standard input and output, which checks that the debugger writes nothing but frames.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { frameOf, FrameReader } from '../../lsp/server/frames.ts';
import { root } from './project-files.ts';

type Body = Readonly<Record<string, unknown>>;
type Message = DebugProtocol.Response & DebugProtocol.Event;

export class StdioDebugClient {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly events: DebugProtocol.Event[] = [];
  /** Output that was not a frame. */
  readonly faults: string[] = [];
  readonly exited: Promise<number | null>;
  private seq = 1;
  private readonly waiting: {
    isWanted: (message: Message) => boolean;
    resolve: (m: Message) => void;
  }[] = [];

  constructor(args: readonly string[] = [], cwd = root) {
    this.process = spawn(process.execPath, [join(root, 'dist/cli.js'), 'debug', ...args], {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const frames = new FrameReader();
    this.process.stdout.on('data', (chunk: Buffer) => {
      for (const frame of frames.feed(chunk)) {
        if (frame.kind === 'fault') this.faults.push(frame.sentence);
        else this.take(frame.json as Message);
      }
    });
    this.exited = new Promise((resolve) => this.process.on('exit', (code) => resolve(code)));
  }

  send(text: string | Uint8Array): void {
    this.process.stdin.write(text);
  }

  async request(command: string, args?: object): Promise<Body> {
    const response = await this.respond(command, args);
    if (!response.success) throw new Error(`${command}: ${response.message}`);
    return (response.body ?? {}) as Body;
  }

  respond(command: string, args?: object): Promise<DebugProtocol.Response> {
    const seq = this.seq++;
    const answer = this.next((each) => each.type === 'response' && each.request_seq === seq);
    this.send(frameOf({ seq, type: 'request', command, arguments: args }));
    return answer;
  }

  event(name: string): Promise<DebugProtocol.Event> {
    return this.next((each) => each.type === 'event' && each.event === name);
  }

  /** Initializes and configures the session, and starts the program. */
  async launch(args: object, configure: () => Promise<unknown> = () => Promise.resolve()) {
    await this.request('initialize', { adapterID: 'pact', linesStartAt1: true });
    const initialized = this.event('initialized');
    await this.request('launch', args);
    await initialized;
    await configure();
    await this.request('configurationDone');
  }

  private next(isWanted: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => this.waiting.push({ isWanted, resolve }));
  }

  private take(message: Message): void {
    if (message.type === 'event') this.events.push(message);
    const at = this.waiting.findIndex(({ isWanted }) => isWanted(message));
    if (at !== -1) this.waiting.splice(at, 1)[0]?.resolve(message);
  }
}
