import type { ComponentType, ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { ErrorState } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** The state of a read call for rendering. */
export type QueryState<D> = {
  data: D | undefined;
  failure: { message: string } | null;
  isRefreshing: boolean;
  refresh(): Promise<unknown>;
};

export type LoadErrorProps = {
  read: Omit<QueryState<unknown>, 'data'>;
  /** The title, if the specification defines one. */
  title?: string;
  /** A reassuring text to use instead of "your account and your loans are safe". */
  safe?: string;
  isSmall?: boolean;
};

/** Shows what could not be loaded and why, states that nothing is lost, and offers a retry. */
export function LoadError({
  read: { failure, isRefreshing, refresh },
  title,
  safe,
  isSmall = false,
}: LoadErrorProps) {
  const text = useText();
  return (
    <ErrorState
      title={title ?? text('shell.notLoaded')}
      retryLabel={text('shell.retry')}
      isRetrying={isRefreshing}
      onRetry={() => void refresh()}
      isSmall={isSmall}
    >
      <div>{failure?.message}</div>
      <div>{safe ?? text('shell.notLoadedSafe')}</div>
    </ErrorState>
  );
}

export const LoadErrorPage = (props: LoadErrorProps) => (
  <Page>
    <LoadError {...props} />
  </Page>
);

type Props<D> = Omit<LoadErrorProps, 'read'> & {
  read: QueryState<D>;
  /** Shown until the first response. */
  skeleton: ReactNode;
  /** The frame around the error; a page by default. */
  frame?: ComponentType<{ children: ReactNode }>;
  children(data: D): ReactNode;
};

/**
 * Renders a read call in each of its states. A response stays visible while a newer one is being
 * fetched, and if that fetch fails.
 */
export function Query<D>({ read, skeleton, frame: Frame = Page, children, ...words }: Props<D>) {
  if (read.data !== undefined) return children(read.data);
  if (!read.failure) return skeleton;
  return (
    <Frame>
      <LoadError read={read} {...words} />
    </Frame>
  );
}

/**
 * Combines read calls: returns all responses, or the first failure among the missing ones. A retry
 * fetches only the missing responses.
 */
export function combineQueries<R extends Record<string, QueryState<unknown>>>(
  reads: R,
): QueryState<{ [K in keyof R]: NonNullable<R[K]['data']> }> {
  const entries = Object.entries(reads);
  const missing = entries.map(([, read]) => read).filter(({ data }) => data === undefined);
  return {
    data:
      missing.length === 0
        ? (Object.fromEntries(entries.map(([name, { data }]) => [name, data])) as never)
        : undefined,
    failure: missing.find(({ failure }) => failure)?.failure ?? null,
    isRefreshing: missing.some(({ isRefreshing }) => isRefreshing),
    refresh: () => Promise.all(missing.map(({ refresh }) => refresh())),
  };
}
