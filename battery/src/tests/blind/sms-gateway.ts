// An SMS gateway with Semaphore's interface. It keeps the codes, and refuses messages while down.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export type SmsGateway = {
  url: string;
  isDown: boolean;
  /** Returns the codes that were sent to a number, oldest first. */
  codesOf(phone: string): string[];
  close(): Promise<void>;
};

export async function openSmsGateway(): Promise<SmsGateway> {
  const sent: { number: string; code: string }[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    if (gateway.isDown) {
      response.writeHead(429).end('{}');
      return;
    }
    const [number, code] = [form.get('number'), /\b\d{6}\b/.exec(form.get('message') ?? '')?.[0]];
    if (number && code) sent.push({ number, code });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ message_id: sent.length + 1, status: 'Queued' }]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown: false,
    codesOf: (phone) =>
      sent.filter(({ number }) => number === phone.slice(1)).map(({ code }) => code),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return gateway;
}
