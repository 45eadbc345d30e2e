// Read calls for the screens behind the login, cached in memory. screens/offline stores the
// responses that are needed without a network.

import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { QueryClient, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callServer, type Failure } from './callServer.ts';
import { onChanged } from './sendOnce.ts';
import { onSessionEnd } from './session.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 30 * 60_000,
      // Retry only once, and only after a transport failure. A retry after a refusal would be
      // refused again.
      retry: (attempts, failure) =>
        attempts < 1 && ['timeout', 'status'].includes((failure as unknown as Failure).name),
      retryDelay: 1_000,
      // An offline call must fail, so that the screen can show a message. Once online again, the
      // data may be outdated.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
  },
});
queryClient.mount();
onChanged(() => void queryClient.invalidateQueries());
// Another person may log in next, so drop every response, even those on the screen.
onSessionEnd(() => {
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
  queryClient.clear();
});

export type ServerQuery<C extends AnyCall> = {
  /** The last successful response. It is kept while a newer one is fetched, even if that fails. */
  data: DataOf<C> | undefined;
  /** The time when `data` arrived, in ms by the phone's clock; 0 if there is no `data` yet. */
  answeredAtMs: number;
  /** True until the first attempt has succeeded or failed; the screen then shows a skeleton. */
  isLoading: boolean;
  /**
   * The failure of the last attempt. If there is `data`, the screen shows both; otherwise it shows
   * the error state.
   */
  failure: Failure<C> | null;
  isRefreshing: boolean;
  refresh(): Promise<void>;
};

type QueryOptions<C extends AnyCall = AnyCall> = {
  /**
   * Interval in ms between fetches while the page is visible; false once the response can no longer
   * change by itself.
   */
  everyMs?: number | ((data: DataOf<C>) => number | false);
  isOff?: boolean;
};

/** Returns the library's options for a read call. Only tests pass their own `send`. */
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
 * Sends a read call on mount, when the page becomes visible, after writes, and every `everyMs` ms.
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
 * Marks the responses of these calls as stale, or of all calls if none is given. Writes do this
 * automatically.
 */
export async function invalidate(...calls: AnyCall[]): Promise<void> {
  await queryClient.invalidateQueries(
    calls.length > 0
      ? { predicate: ({ queryKey }) => calls.some(({ path }) => path === queryKey[0]) }
      : {},
  );
}
