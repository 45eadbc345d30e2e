// The memory behind `useAsk`: one entry a question, shared by all who look at it. It knows nothing of calls or of React.

type Answer<D, F> = { ok: true; data: D } | (F & { ok: false; name: string });
type Ask = (signal: AbortSignal) => Promise<Answer<unknown, object>>;
export type State<D = unknown, F = unknown> = { data: D | undefined; failure: F | null; isFetching: boolean };

const empty: State = { data: undefined, failure: null, isFetching: false };
const freshMs = 10_000;
const keptMs = 30 * 60_000;
const retryAfterMs = 1_000;

type Entry = {
  state: State;
  listeners: Set<() => void>;
  /** Who shows the answer now, each with the way to ask and the milliseconds between fresh answers, if any. */
  followers: Set<{ ask: Ask; everyMs: number | undefined }>;
  /** When the answer came, on the page's own clock; an answer that is out of date counts as never. */
  atMs: number;
  running: { stop: AbortController; done: Promise<void> } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
};

export type Reads = {
  state(key: string): State;
  subscribe(key: string, listener: () => void): () => void;
  /** Shows the answer from now on: it is asked for unless it is fresh. Gives back what ends this; a question nobody waits for is called off. */
  follow(key: string, ask: Ask, everyMs?: number): () => void;
  /** Asks anew, also while an older question is on its way. */
  fetch(key: string): Promise<void>;
  /** Makes answers old; those on the screen are asked for at once. */
  age(which?: (key: string) => boolean): Promise<void>;
  /** The page is looked at again: what is no longer fresh is asked for. */
  wake(): void;
  /** Forgets everything: another person may be next. */
  clear(): void;
};

/** An empty memory. */
export function createReads(): Reads {
  const entries = new Map<string, Entry>();
  const entry = (key: string): Entry => {
    const known = entries.get(key);
    if (known) return known;
    const made: Entry = {
      state: empty,
      listeners: new Set(),
      followers: new Set(),
      atMs: Number.NEGATIVE_INFINITY,
      running: null,
      timer: undefined,
    };
    entries.set(key, made);
    return made;
  };
  const isFresh = (one: Entry) => performance.now() - one.atMs < freshMs;
  const shown = () => [...entries.values()].filter((one) => one.followers.size > 0);

  return {
    state: (key) => entry(key).state,
    subscribe(key, listener) {
      const { listeners } = entry(key);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow(key, ask, everyMs) {
      const one = entry(key);
      const follower = { ask, everyMs };
      one.followers.add(follower);
      clearTimeout(one.timer);
      if (!one.running && !isFresh(one)) void start(one);
      else if (!one.running) plan(one);
      return () => {
        one.followers.delete(follower);
        if (one.followers.size > 0) return;
        clearTimeout(one.timer);
        callOff(one);
        one.timer = setTimeout(() => entries.delete(key), keptMs);
      };
    },
    fetch: (key) => start(entry(key)),
    async age(which = () => true) {
      const old = [...entries].filter(([key]) => which(key)).map(([, one]) => one);
      for (const one of old) one.atMs = Number.NEGATIVE_INFINITY;
      await Promise.all(old.filter((one) => one.followers.size > 0).map(start));
    },
    wake() {
      for (const one of shown()) if (!one.running && !isFresh(one)) void start(one);
    },
    clear() {
      for (const [key, one] of entries) {
        callOff(one);
        one.state = empty;
        one.atMs = Number.NEGATIVE_INFINITY;
        if (one.followers.size === 0) {
          clearTimeout(one.timer);
          entries.delete(key);
        }
      }
    },
  };
}

function show(one: Entry, change: Partial<State>) {
  one.state = { ...one.state, ...change };
  for (const listener of one.listeners) listener();
}

function callOff(one: Entry) {
  one.running?.stop.abort();
  one.running = null;
  if (one.state.isFetching) show(one, { isFetching: false });
}

function start(one: Entry): Promise<void> {
  const ask = [...one.followers].at(-1)?.ask;
  if (!ask) return Promise.resolve();
  one.running?.stop.abort();
  clearTimeout(one.timer);
  const stop = new AbortController();
  // An error without an answer gives way to the skeleton; an answer stays until there is a better one.
  show(one, { isFetching: true, ...(one.state.data === undefined ? { failure: null } : {}) });
  const done = run(one, ask, stop);
  one.running = { stop, done };
  return done;
}

async function run(one: Entry, ask: Ask, stop: AbortController): Promise<void> {
  let answer = await ask(stop.signal);
  // One more try, and only where the way failed: a refusal stays a refusal.
  if (!answer.ok && ['timeout', 'status'].includes(answer.name) && !stop.signal.aborted) {
    await new Promise((done) => setTimeout(done, retryAfterMs));
    if (!stop.signal.aborted) answer = await ask(stop.signal);
  }
  if (stop.signal.aborted) return one.running?.done; // a newer question has taken its place
  one.running = null;
  if (answer.ok) {
    one.atMs = performance.now();
    const isSame = JSON.stringify(answer.data) === JSON.stringify(one.state.data);
    show(one, { data: isSame ? one.state.data : answer.data, failure: null, isFetching: false });
  } else show(one, { failure: answer, isFetching: false });
  plan(one);
}

/** Asks again after the shortest wish of those who look; while the page is hidden it waits. */
function plan(one: Entry) {
  clearTimeout(one.timer);
  const everyMs = Math.min(...[...one.followers].map((follower) => follower.everyMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(everyMs)) return;
  one.timer = setTimeout(() => (document.visibilityState === 'visible' ? void start(one) : plan(one)), everyMs);
}
