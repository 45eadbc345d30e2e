// A port for the bank's webhooks, opened before there is an app to answer them.
import { serve } from '@hono/node-server';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Listens on a free port of 127.0.0.1; until `answer` is called it is not ready (503), as a starting server would be. */
export async function openHook() {
  let fetch: Fetch = () => new Response(null, { status: 503 });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve({ fetch: (request) => fetch(request), port: 0, hostname: '127.0.0.1' }, () => resolve(made));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks/sandbox`,
    answer: (next: Fetch) => {
      fetch = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
