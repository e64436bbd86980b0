// Connections to the port for other nodes from an address of one's choice.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export function connected({ from, port, waitMs = 5_000 }) {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: connect({ host: '127.0.0.1', port, localAddress: from }),
      rejectUnauthorized: false,
    });
    const late = setTimeout(() => socket.destroy(new Error('late')), waitMs);
    socket.once('secureConnect', () => {
      clearTimeout(late);
      resolve(socket);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
  });
}

/** Sends a request and resolves with the status of its answer, or 0 if the connection ends. */
export function ask(socket, path, { method = 'GET', headers = {}, body } = {}) {
  const lines = Object.entries({
    host: 'x',
    ...(body !== undefined && { 'content-length': body.length }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    let text = '';
    const end = (status) => {
      socket.off('data', read);
      socket.off('close', closed);
      resolve(status);
    };
    const closed = () => end(0);
    const read = (data) => {
      text += data.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/content-length: ([0-9]+)/i.exec(text.slice(0, head))?.[1] ?? 0);
      const isChunked = /transfer-encoding: chunked/i.test(text.slice(0, head));
      if (isChunked ? text.endsWith('0\r\n\r\n') : text.length >= head + 4 + length) {
        end(Number(text.slice(9, 12)));
      }
    };
    socket.on('data', read);
    socket.on('close', closed);
    if (socket.destroyed) return closed();
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (body !== undefined) socket.write(body);
  });
}
