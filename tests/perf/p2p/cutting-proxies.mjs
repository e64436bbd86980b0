// A proxy before the port of each node for other nodes, which cuts connections between some of them, in one direction or
// both. A connection belongs to the node whose process opened it, as Linux tells: nodes need no special settings.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** `targets`: the ports of nodes. `pidOf`: the process of a node; `undefined` while it does not run. */
export class CuttingProxies {
  /** By direction, `0>1`: `cut` ends connections and refuses new ones, `stall` swallows what is sent. */
  blocked = new Map();
  open = new Map();
  servers = [];

  static async start({ targets, pidOf }) {
    const proxies = new CuttingProxies();
    proxies.pidOf = pidOf;
    proxies.count = targets.length;
    for (const [to, { port, target }] of targets.entries()) {
      const server = createServer((socket) => proxies.admit(socket, to, target, port));
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      });
      proxies.servers.push(server);
    }
    return proxies;
  }

  /** Blocks connections that a node opens to others. */
  block(from, to, how = 'cut') {
    this.blocked.set(`${from}>${to}`, how);
    for (const [socket, direction] of this.open) {
      if (direction !== `${from}>${to}`) continue;
      if (how === 'cut') socket.destroy();
      else socket.stall();
    }
  }

  /** Blocks both directions between all nodes of two groups. */
  split(left, right, how = 'cut') {
    for (const a of left) {
      for (const b of right) {
        this.block(a, b, how);
        this.block(b, a, how);
      }
    }
  }

  /** Allows everything again. Connections that were stalled end: the system would time them out. */
  heal() {
    this.blocked.clear();
    for (const socket of this.open.keys()) if (socket.isStalled) socket.destroy();
  }

  stop() {
    for (const server of this.servers) server.close();
    for (const socket of this.open.keys()) socket.destroy();
  }

  admit(socket, to, target, port) {
    const from = this.ownerOf(socket.remotePort, port);
    const direction = `${from}>${to}`;
    const how = this.blocked.get(direction);
    socket.on('error', () => undefined);
    if (how === 'cut') {
      socket.destroy();
      return;
    }
    const behind = connect({ port: target, host: '127.0.0.1' });
    behind.on('error', () => socket.destroy());
    behind.once('close', () => socket.destroy());
    this.open.set(socket, direction);
    socket.once('close', () => {
      this.open.delete(socket);
      behind.destroy();
    });
    socket.stall = () => {
      socket.isStalled = true;
      for (const each of [socket, behind]) {
        each.unpipe();
        each.resume();
      }
    };
    socket.pipe(behind);
    behind.pipe(socket);
    if (how === 'stall') socket.stall();
  }

  /** Returns the number of the node that has opened a connection; -1 if it is none of them. */
  ownerOf(localPort, port) {
    const hex = (number) => `0100007F:${number.toString(16).toUpperCase().padStart(4, '0')}`;
    const [local, remote] = [hex(localPort), hex(port)];
    for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
      const fields = line.trim().split(/\s+/);
      if (fields[1] === local && fields[2] === remote) return this.ownerOfInode(fields[9]);
    }
    return -1;
  }

  ownerOfInode(inode) {
    for (let i = 0; i < this.count; i++) {
      const pid = this.pidOf(i);
      if (pid !== undefined && hasSocket(pid, inode)) return i;
    }
    return -1;
  }
}

function hasSocket(pid, inode) {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => {
      try {
        return readlinkSync(join(folder, name)) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
