// A way between two Unix sockets that takes time, as between two sites, and that can be cut.
import * as net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Distance = {
  /** Sets the time of a round trip for what is sent from now on. */
  set(roundTripMs: number): void;
  /** Holds back everything, like a cut line, until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

/** Opens a socket at `from` that leads to the socket at `to`. */
export async function openDistance(from: string, to: string): Promise<Distance> {
  let oneWayMs = 0;
  let line = Promise.withResolvers<void>();
  line.resolve();
  /** Writes each piece after its time, in the order of arrival. */
  const carry = (source: net.Socket, target: net.Socket) => {
    let last = Promise.resolve();
    source.on('data', (piece) => {
      const arrivesAtMs = performance.now() + oneWayMs;
      last = last.then(async () => {
        await wait(Math.max(0, arrivesAtMs - performance.now()));
        await line.promise;
        target.write(piece);
      });
    });
    source.on('close', () => target.destroy());
    source.on('error', () => target.destroy());
  };
  const server = net.createServer((near) => {
    const far = net.connect(to);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((done) => server.listen({ path: from, writableAll: true }, done));
  return {
    set(roundTripMs) {
      oneWayMs = roundTripMs / 2;
    },
    cut() {
      line = Promise.withResolvers();
    },
    mend: () => line.resolve(),
    async close() {
      line.resolve();
      await new Promise((done) => server.close(done));
    },
  };
}
