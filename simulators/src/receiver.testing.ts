import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Headers;
  rawBody: Uint8Array;
  event: string;
  id: string;
  /** The reference or payment id. */
  subject: string;
}

/** Receives webhooks in tests. */
export interface Receiver {
  url: string;
  /** All webhooks so far, including those that got an error response. */
  received: Received[];
  /** Sets the status of later responses; initially 200. */
  answerWith(status: number): void;
  /** Waits for `count` webhooks about a subject. @throws after 15 s */
  wait(subject: string, count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const rawBody = new Uint8Array(Buffer.concat(chunks));
    const body = JSON.parse(new TextDecoder().decode(rawBody));
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({
      headers,
      rawBody,
      event: body.event,
      id: body.id,
      subject: body.data.reference ?? body.data.paymentId,
    });
    response.writeHead(status).end();
    server.emit('webhook');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(newStatus) {
      status = newStatus;
    },
    async wait(subject, count) {
      const patience = AbortSignal.timeout(15_000);
      for (;;) {
        const hooks = received.filter((hook) => hook.subject === subject);
        if (hooks.length >= count) return hooks;
        await once(server, 'webhook', { signal: patience });
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
