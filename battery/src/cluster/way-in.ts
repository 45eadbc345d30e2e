// The way in for borrowers: both machines over TLS. A call without a clear answer is sealed and
// sent again, as the app does, with the same request id.
import * as https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '@sandali/server/platform/random.ts';
import type { Client } from '@sandali/server/sandbox/client.ts';

/**
 * `calls` counts calls, `repeats` further attempts by reason, `failed` calls without an answer.
 * `longestGapMs` is the longest time in which calls waited and none was answered.
 */
export type Tally = {
  calls: number;
  failed: number;
  repeats: Map<string, number>;
  answeredAtMs: number;
  longestGapMs: number;
};

export const newTally = (): Tally => ({
  calls: 0,
  failed: 0,
  repeats: new Map(),
  answeredAtMs: performance.now(),
  longestGapMs: 0,
});

const [pauseMs, attemptMs] = [500, 35_000];

class NoAnswer extends Error {}

/**
 * `send` sends requests to `ways` by turns. `repeating` makes a client's `ask` send a call until it
 * is answered, for at most `patienceMs`. `ca` is the certificate of the ways in, in PEM format.
 */
export function openWayIn(
  ways: readonly string[],
  { ca, tally, patienceMs }: { ca: string; tally: Tally; patienceMs: number },
) {
  const agent = new https.Agent({ keepAlive: true, ca, servername: 'localhost', maxSockets: 64 });
  let turn = 0;
  async function send(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), host: 'localhost:8443' };
    turn += 1;
    const answer = await post(`${ways[turn % ways.length]}${pathname}`, { agent, headers, body });
    if (typeof answer === 'string') throw new NoAnswer(answer);
    return answer;
  }
  const repeating =
    (ask: Client['ask']): Client['ask'] =>
    async (call, input, requestId = newId(Temporal.Now.instant())) => {
      tally.calls += 1;
      const startedMs = performance.now();
      for (;;) {
        try {
          const answer = await ask(call, input, requestId);
          noteAnswer(tally, startedMs);
          return answer;
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          if (performance.now() - startedMs > patienceMs) {
            tally.failed += 1;
            throw new Error(`${call.path} had no answer: ${error.message}`);
          }
          tally.repeats.set(error.message, (tally.repeats.get(error.message) ?? 0) + 1);
          await wait(pauseMs);
        }
      }
    };
  return { send, repeating };
}

/** Notes that a call was answered now, and how long it waited while no call was answered. */
function noteAnswer(tally: Tally, startedMs: number): void {
  const nowMs = performance.now();
  const gapMs = nowMs - Math.max(startedMs, tally.answeredAtMs);
  tally.longestGapMs = Math.max(tally.longestGapMs, gapMs);
  tally.answeredAtMs = nowMs;
}

type Sent = { agent: https.Agent; headers: https.RequestOptions['headers']; body: Buffer };

/** Sends one attempt. @returns the response, or the reason to try again */
function post(url: string, { agent, headers = {}, body }: Sent): Promise<Response | string> {
  return new Promise((done) => {
    const request = https.request(url, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (status >= 500) return done(String(status));
        const type = answer.headers['content-type'] ?? 'application/json';
        done(new Response(Buffer.concat(chunks), { status, headers: { 'content-type': type } }));
      });
    });
    request.setTimeout(attemptMs, () => request.destroy(new Error('no answer')));
    request.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    request.end(body);
  });
}
