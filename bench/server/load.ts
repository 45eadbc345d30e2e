// The load: a separate process that writes prepared requests to raw sockets that stay open, one at a time on each, and reads no more of an answer than it
// must. Its own processor time is part of the result.
import * as net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Load = {
  ports: number[];
  requests: Uint8Array[];
  connections: number;
  /** No request is begun after so long. */
  ms: number;
  /** Each request is sent once at most; otherwise all of them in turn, again and again. */
  isOnce: boolean;
  /** How an answer's body begins when all went well; '' is any. */
  expects: string;
  keepsAnswers: boolean;
};
export type Loaded = { count: number; ms: number; p50Ms: number; p95Ms: number; p99Ms: number; cpuMs: number; answers: string[] };

/** How long the last answers may take. */
const answerWithinMs = 30_000;

if (process.send) {
  process.on('message', (load: Load) => {
    run(load).then(
      (loaded) => process.send?.({ loaded }),
      (error: Error) => process.send?.({ failed: error.message }),
    );
  });
  process.on('disconnect', () => process.exit());
}

/** Sends the load. @throws at the first answer that is not as expected. */
async function run(load: Load): Promise<Loaded> {
  const { ports, connections } = load;
  const lines = await Promise.all(Array.from({ length: connections }, (_, nth) => open(ports[nth % ports.length] as number)));
  const took: number[] = [];
  const answers: string[] = [];
  const cpu = process.cpuUsage();
  const begin = performance.now();
  let next = 0;
  const caller = async (line: Line) => {
    while (performance.now() - begin < load.ms && !(load.isOnce && next >= load.requests.length)) {
      const request = load.requests[next++ % load.requests.length] as Uint8Array;
      const since = performance.now();
      const { status, body } = await line.ask(request);
      took.push(performance.now() - since);
      if (status !== 200 || !body.startsWith(load.expects)) throw new Error(`answered ${status}: ${body.slice(0, 300)}`);
      if (load.keepsAnswers) answers.push(body);
    }
  };
  try {
    const late = wait(load.ms + answerWithinMs, null, { ref: false }).then(() => Promise.reject(new Error('an answer did not come')));
    await Promise.race([late, Promise.all(lines.map(caller))]);
  } finally {
    for (const line of lines) line.close();
  }
  const ms = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
  return { count: took.length, ms, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), cpuMs: (user + system) / 1000, answers };
}

type Answer = { status: number; body: string };
type Line = { ask(request: Uint8Array): Promise<Answer>; close(): void };
const headEnd = '\r\n\r\n';
const lastChunk = '0\r\n\r\n';

/** A whole answer at the beginning of what came, with how long it is; null where its end has not come. Of chunks only an empty body is taken. */
function answerIn(came: string): (Answer & { end: number; isLast: boolean }) | null {
  const head = came.indexOf(headEnd);
  if (head < 0) return null;
  const said = came.slice(0, head);
  const begin = head + headEnd.length;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(said)?.[1] ?? lastChunk.length);
  const end = begin + length;
  if (came.length < end) return null;
  const body = came.slice(begin, end);
  return { status: Number(said.slice(9, 12)), body: body === lastChunk ? '' : body, end, isLast: /\r\nconnection: close/i.test(said) };
}

/** One caller's connection; another one follows where the server ends it after an answer. */
async function open(port: number): Promise<Line> {
  let waiting: PromiseWithResolvers<Answer> | null = null;
  let socket: net.Socket | null = null;
  const connected = async () => {
    const made = net.connect({ host: '127.0.0.1', port, noDelay: true });
    await new Promise((done, fail) => made.once('connect', done).once('error', fail));
    let came = '';
    made.setEncoding('latin1').on('data', (data: string) => {
      came += data;
      const answer = answerIn(came);
      if (!answer) return;
      came = came.slice(answer.end);
      if (answer.isLast) socket = null;
      waiting?.resolve(answer);
    });
    const broke = (why: string) => socket === made && waiting?.reject(new Error(`the connection ${why}`));
    made.on('error', (error) => broke(error.message)).on('close', () => broke('was closed'));
    return made;
  };
  socket = await connected();
  return {
    async ask(request) {
      socket ??= await connected();
      waiting = Promise.withResolvers();
      socket.write(request);
      return await waiting.promise;
    },
    close() {
      socket?.destroy();
    },
  };
}
