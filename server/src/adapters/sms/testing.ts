// An SMS gateway for tests, on 127.0.0.1. It returns a prepared response and records the requests.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { heldTimeouts } from '#/adapters/held-timeouts.testing.ts';
import type { Sms, SmsMessage } from './port.ts';

type ReceivedRequest = {
  path: string;
  headers: http.IncomingHttpHeaders;
  form: Record<string, string>;
};
/** A status with a body (objects become JSON), or a connection failure. */
export type GatewayAnswer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'silence'
  | 'cut'
  | 'cut inside';

export type TestGateway = {
  url: string;
  received: ReceivedRequest[];
  answerNext(next: GatewayAnswer): void;
  close(): Promise<void>;
};

export async function openTestGateway(): Promise<TestGateway> {
  const received: ReceivedRequest[] = [];
  let nextAnswer: GatewayAnswer = { status: 500, body: '' };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    received.push({ path: request.url ?? '', headers: request.headers, form });
    answer(response, nextAnswer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerNext: (next) => {
      nextAnswer = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The gateway's response, and the outcome and reason that the test expects. */
export type Case = readonly [gatewayAnswer: GatewayAnswer, outcome: string, reason: RegExp];

/** Sends a message and checks the outcome, which must not reveal any of the canaries. */
export async function expectAnswer(
  gateway: TestGateway,
  sms: Sms,
  message: SmsMessage,
  [gatewayAnswer, outcome, reason]: Case,
  canaries: string[],
) {
  gateway.answerNext(gatewayAnswer);
  const runOut = gatewayAnswer === 'silence' ? heldTimeouts() : null;
  const sent = sms.send(message);
  if (runOut) {
    await expect.poll(() => gateway.received).toHaveLength(1);
    runOut();
  }
  const answer = await sent;
  expect(answer).toEqual({ outcome, reason: expect.stringMatching(reason) });
  for (const canary of canaries) expect(JSON.stringify(answer)).not.toContain(canary);
}

function answer(response: http.ServerResponse, gatewayAnswer: GatewayAnswer): void {
  if (gatewayAnswer === 'silence') return;
  if (gatewayAnswer === 'cut') {
    response.destroy();
    return;
  }
  if (gatewayAnswer === 'cut inside') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('[{', () => response.destroy());
    return;
  }
  const { status, body, headers } = gatewayAnswer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
