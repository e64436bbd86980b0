// The connections of one address are limited separately from the total: one client cannot lock out the others.
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { httpLimits, routesOf, startHttp } from '../../../../src/base/http/index.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';

const route = routesOf<{ readonly held: Promise<void> }>();

async function serverWith(limits: { connections: number; connectionsPerAddress: number }) {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const server = await startHttp({
    host: '0.0.0.0',
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    parts: { held },
    limits: { ...httpLimits, ...limits },
    routes: [
      route({
        method: 'GET',
        path: '/held',
        summary: '',
        answers: '',
        needs: ['held'],
        run: async (parts) => {
          await parts.held;
          return { kind: 'nothing' };
        },
      }),
    ],
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => {
    release();
    return server.stop();
  });
  const port = Number(new URL(server.address).port);
  /** Opens a connection from an address of this machine, with or without a pending request. */
  const open = (address: string, isBusy: boolean): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: address });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.once('connect', () => {
        if (isBusy) socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
        resolve(socket);
      });
    });
  return { open };
}

const isCut = (socket: Socket) => expect.poll(() => socket.destroyed || socket.closed);

/** Waits until the server has read what was sent. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 100));

test('an address with too many connections that all wait gets no more, while others do', async () => {
  const { open } = await serverWith({ connections: 10, connectionsPerAddress: 2 });
  const own = [await open('127.0.0.1', true), await open('127.0.0.1', true)];
  await settle();
  const third = await open('127.0.0.1', true);
  third.resume();
  await isCut(third).toBe(true);
  const other = await open('127.0.0.2', true);
  await settle();
  expect([...own, other].map((socket) => socket.destroyed)).toEqual([false, false, false]);
});

test('an idle connection of the same address is closed to make room, but none of another address', async () => {
  const { open } = await serverWith({ connections: 10, connectionsPerAddress: 2 });
  const other = await open('127.0.0.2', false);
  const idle = await open('127.0.0.1', false);
  const busy = await open('127.0.0.1', true);
  await settle();
  for (const socket of [other, idle, busy]) socket.resume();
  const third = await open('127.0.0.1', true);
  await isCut(idle).toBe(true);
  await settle();
  expect([other, busy, third].map((socket) => socket.destroyed)).toEqual([false, false, false]);
});

test('if all connections wait, the newest one of the network with the most makes room for another network', async () => {
  const { open } = await serverWith({ connections: 4, connectionsPerAddress: 4 });
  const many: Socket[] = [];
  for (let i = 0; i < 4; i++) many.push(await open('127.0.0.1', true));
  await settle();
  const other = await open('127.0.0.2', true);
  await settle();
  expect([...many, other].map((socket) => socket.destroyed)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  const second = await open('127.0.0.2', true);
  await settle();
  // Three against one: now they have the same number, so that a third one is refused.
  expect(second.destroyed).toBe(false);
  expect(many[2]?.destroyed).toBe(true);
  const third = await open('127.0.0.2', true);
  third.resume();
  await isCut(third).toBe(true);
  const own = await open('127.0.0.1', true);
  own.resume();
  await isCut(own).toBe(true);
});
