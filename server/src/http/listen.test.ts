import { once } from 'node:events';
import * as http from 'node:http';
import * as net from 'node:net';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { usualSlowest } from './bodies.ts';
import {
  borrowersLimits,
  type Limits,
  listeners,
  openDoor,
  tryPorts,
  usualLimits,
} from './listen.ts';

const anyPort = { host: '127.0.0.1', port: 0, name: 'PORT' };

test('the error for a taken port names the variable to change', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as net.AddressInfo;
  const own = listeners({ host: '127.0.0.1', port, hookPort: 3, opsPort: 4 });
  const following = listeners({
    host: '127.0.0.1',
    port: port - 1,
    hookPort: port,
    opsPort: port + 1,
  });
  await expect(tryPorts([own.borrowers])).rejects.toThrow(
    new CannotStart(`Port ${port} on 127.0.0.1 is taken. Set PORT to another one.`),
  );
  await expect(tryPorts([following.hooks])).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Set PORT (this one follows it) or HOOK_PORT`,
  );
  await expect(openDoor(own.borrowers)).rejects.toThrow(CannotStart);
  holder.close();
  await tryPorts([{ ...own.borrowers, port: 0 }]);
});

test.each(['203.0.113.7', 'no-such-host.invalid'])(
  'the error for HOST=%s, which is not this machine’s address, names the variable to change',
  { timeout: 30_000 },
  async (host) => {
    await expect(tryPorts([{ host, port: 0, name: 'PORT' }])).rejects.toThrow(
      new CannotStart(
        `HOST=${host} is not an address of this machine. Set HOST to one that is, or leave it out.`,
      ),
    );
    await expect(openDoor({ host, port: 0, name: 'PORT' })).rejects.toThrow(CannotStart);
    const { hooks, ops } = listeners({
      host: '127.0.0.1',
      port: 1,
      hookHost: host,
      hookPort: 2,
      opsHost: host,
      opsPort: 3,
    });
    await expect(tryPorts([hooks])).rejects.toThrow(
      `HOOK_HOST=${host} is not an address of this machine. Set HOOK_HOST to one that is`,
    );
    await expect(tryPorts([ops])).rejects.toThrow(
      `OPS_HOST=${host} is not an address of this machine. Set OPS_HOST to one that is`,
    );
  },
);

test('an open port returns 503 until it has a handler', async () => {
  const [first, second] = [await openDoor(anyPort), await openDoor(anyPort)];
  expect(first.port).not.toBe(second.port);
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${first.port}/`);
    return [answer.status, await answer.text()];
  };
  expect(await ask()).toEqual([503, 'Not ready yet.\n']);
  first.serve(() => new Response('here'));
  expect(await ask()).toEqual([200, 'here']);
  await Promise.all([first.close(), second.close()]);
  await first.close();
  await expect(ask()).rejects.toThrow('fetch failed');
});

test('keeps idle connections open longer than proxies do, and closes them on stop', async () => {
  const door = await openDoor(anyPort);
  door.serve(() => new Response('here'));
  const agent = new http.Agent({ keepAlive: true });
  const answer = await new Promise<http.IncomingMessage>((resolve) =>
    http.get({ host: '127.0.0.1', port: door.port, agent }, resolve),
  );
  answer.resume();
  await once(answer, 'end');
  expect(answer.headers['keep-alive']).toMatch(/^timeout=75\b/);
  await door.close();
  agent.destroy();
});

const limited = async (limits: Partial<Limits>) => {
  const door = await openDoor(anyPort, null, { ...usualLimits, ...limits });
  door.serve(() => new Response('here'));
  return door;
};
/** Sends text over a raw connection; returns the response when the connection closes. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  if (text) socket.write(text);
  let all = '';
  socket.on('data', (part) => {
    all += String(part);
  });
  await new Promise((done) => socket.once('close', done));
  return all;
}

slow('disconnects a client that does not finish its headers in time', async () => {
  const door = await limited({ headersTimeoutMs: 200 });
  expect(await sendRaw(door.port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')).toMatch(
    /^HTTP\/1\.1 408 /,
  );
  await door.close();
});

slow('drops a body that arrives too slowly, but accepts a photo at the minimum speed', async () => {
  const door = await limited({ headersTimeoutMs: 200, requestTimeoutMs: 400 });
  door.serve(async (request) => new Response(await request.text()));
  await sendRaw(door.port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
  await door.close();
  const photoBytes = 333_400;
  expect(borrowersLimits.requestTimeoutMs).toBeGreaterThan(
    (photoBytes / usualSlowest.bytes) * usualSlowest.ms,
  );
});

test('refuses a request with two Host headers and closes its connection', async () => {
  const door = await limited({});
  expect(await sendRaw(door.port, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  await door.close();
});

test('limits the open connections per client address', async () => {
  const door = await limited({ connectionsPerAddress: 2 });
  const sockets = [net.connect(door.port, '127.0.0.1'), net.connect(door.port, '127.0.0.1')];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ask = () => sendRaw(door.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await ask()).toBe('');
  sockets[0]?.destroy();
  await expect.poll(ask).toMatch(/here$/);
  sockets[1]?.destroy();
  await door.close();
});
