// Reads for the screens behind the login: cached in memory while the program runs. What of them is
// kept for a time without a network: screens/offline.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { QueryClient, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callServer, type Failure } from './callServer.ts';
import { onChanged } from './sendOnce.ts';
import { onSessionEnd } from './session.ts';

/** The memory of this page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      // One more try, and only where the way failed: a refusal stays a refusal.
      retry: (tries, failure) =>
        tries < 1 && ['timeout', 'status'].includes((failure as unknown as Failure).name),
      retryDelay: 1_000,
      // Without a network a call fails by itself, with words to show; when there is one again, what
      // is on the screen may be old.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
  },
});
// From here on the queryClient asks again for what is old when the page is looked at again, or has
// a network again.
queryClient.mount();
onChanged(() => void queryClient.invalidateQueries());
// Another person may log in next: every answer is dropped, also those that are still on the screen.
onSessionEnd(() => {
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  queryClient.clear();
});

export type ServerQuery<C extends AnyCall> = {
  /** The last good answer; it stays while a newer one is fetched or fails. */
  data: DataOf<C> | undefined;
  /** When it came, in ms by the phone's clock; 0 before. */
  answeredAtMs: number;
  /** Nothing to show yet: draw the skeleton. */
  isLoading: boolean;
  /**
   * The last try failed. With `data` still there, show it and say so; without, show the error
   * state.
   */
  failure: Failure<C> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

type QueryOptions<C extends AnyCall = AnyCall> = {
  /**
   * Milliseconds between fresh answers while the page is looked at, as long as the last answer says
   * that something moves by itself.
   */
  everyMs?: number | ((data: DataOf<C>) => number | false);
  isOff?: boolean;
};

/** The library's options for reading a call; only tests give another `send`. */
export function queryOptions<C extends AnyCall>(
  call: C,
  input: RequestInputOf<C>,
  { everyMs, isOff = false }: QueryOptions<C> = {},
  send = callServer,
): UseQueryOptions<DataOf<C>, Failure<C>> {
  return {
    queryKey: [call.path, input],
    queryFn: async ({ signal }) => {
      const result = await send(call, input, { signal });
      if (!result.ok) throw result;
      return result.data;
    },
    enabled: !isOff,
    refetchInterval:
      typeof everyMs === 'function'
        ? ({ state }) => state.data !== undefined && everyMs(state.data)
        : (everyMs ?? false),
  };
}

/**
 * Reads a call and keeps its answer fresh: on mount, on coming back to the page, after every write,
 * and every `everyMs`.
 */
export function useServerQuery<C extends AnyCall>(
  call: C,
  input: RequestInputOf<C>,
  options: QueryOptions<C> = {},
): ServerQuery<C> {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(
    queryOptions(call, input, options),
    queryClient,
  );
  return {
    data,
    answeredAtMs: dataUpdatedAt,
    isLoading: !options.isOff && data === undefined && !error,
    failure: error,
    isRefreshing: isFetching,
    refresh: useCallback(async () => void (await refetch()), [refetch]),
  };
}

/**
 * Makes every cached answer of these calls old; without calls, all of them. A write does this by
 * itself.
 */
export async function invalidate(...calls: AnyCall[]): Promise<void> {
  await queryClient.invalidateQueries(
    calls.length > 0
      ? { predicate: ({ queryKey }) => calls.some(({ path }) => path === queryKey[0]) }
      : {},
  );
}
