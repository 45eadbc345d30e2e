// Reads for the screens behind the login: cached in memory while the program runs, never written to the phone.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { ask, type Failure } from './ask.ts';
import { onChanged } from './changed.ts';
import { onSessionEnd } from './session.ts';

/** A failed answer, thrown inside the query library only. */
class AskFailed extends Error {
  override name = 'AskFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      // One more try, and only where the way failed: a refusal stays a refusal.
      retry: (count, error) => count < 1 && error instanceof AskFailed && ['timeout', 'status'].includes(error.failure.name),
      retryDelay: 1_000,
      networkMode: 'always',
    },
  },
});
onChanged(() => void client.invalidateQueries());
onSessionEnd(() => client.clear());

export type Read<C extends AnyCall> = {
  /** The last good answer; it stays while a newer one is fetched or fails. */
  data: DataOf<C> | undefined;
  /** Nothing to show yet: draw the skeleton. */
  isLoading: boolean;
  /** The last try failed. With `data` still there, show it and say so; without, show the error state. */
  failure: Failure<C> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

export type ReadOptions = {
  /** Milliseconds between fresh answers while the screen is shown, for things that move by themselves. */ everyMs?: number;
  isOff?: boolean;
};

/** Reads a call and keeps its answer fresh: on mount, on focus, after every write, and every `everyMs`. */
export function useAsk<C extends AnyCall>(call: C, input: RequestInputOf<C>, { everyMs, isOff = false }: ReadOptions = {}): Read<C> {
  const found = useQuery(
    {
      queryKey: [call.path, input],
      enabled: !isOff,
      ...(everyMs ? { refetchInterval: everyMs } : {}),
      queryFn: async ({ signal }) => {
        const asked = await ask(call, input, { signal });
        if (!asked.ok) throw new AskFailed(asked);
        return asked.data;
      },
    },
    client,
  );
  return {
    data: found.data as DataOf<C> | undefined,
    isLoading: found.isPending && !isOff && !found.isError,
    failure: found.error instanceof AskFailed ? (found.error.failure as Failure<C>) : null,
    isRefreshing: found.isFetching,
    refresh: async () => void (await found.refetch()),
  };
}

/** Makes every cached answer of these calls old; without calls, all of them. A write does this by itself. */
export async function refresh(...calls: AnyCall[]): Promise<void> {
  if (calls.length === 0) await client.invalidateQueries();
  else await Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: [call.path] })));
}
