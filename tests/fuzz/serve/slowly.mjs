// A client that sends or reads as slowly as the server allows.
import { connect } from 'node:net';

/**
 * Sends a text, then a blank from time to time, and reads nothing; returns the status of the first answer. `from`: the
 * address of the client.
 */
export function slowly(port, text, { from } = {}) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const dripping = setInterval(() => socket.writable && socket.write(' '), 500);
    const giveUp = setTimeout(() => socket.destroy(), 12_000);
    socket.write(text);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(giveUp);
      resolve({ status: socket.bytesRead === 0 ? 0 : 'cut' });
    });
    // Reads only a few bytes of the answer.
    socket.once('readable', () => socket.read(1));
  });
}
