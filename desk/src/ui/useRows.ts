// The rows of a command that lists, page by page. They are read once, and again only by
// `readAgain`. A list that is a look at a person's data must not use it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type * as v from 'valibot';
import { askPage } from '#/answer.ts';
import { useSession } from '#/session.ts';

type Input = Readonly<Record<string, unknown>>;
export type Rows<R> = {
  /** Undefined until the first page arrives. */
  rows: readonly R[] | undefined;
  error: Error | null;
  isReading: boolean;
  readAgain: () => void;
  /** Reads the next page; null on the last page. */
  readMore: (() => void) | null;
};

/** `input` is the filter: another filter is another list. */
export function useRows<S extends v.GenericSchema, R>(
  name: string,
  shape: S,
  rowsOf: (page: v.InferOutput<S>) => readonly R[],
  input: Input = {},
): Rows<R> {
  const { commands } = useSession();
  const list = useInfiniteQuery({
    queryKey: [name, input],
    queryFn: ({ pageParam }) =>
      askPage(commands, name, shape, { input: { ...input, ...pageParam } }),
    initialPageParam: {} as Input,
    getNextPageParam: ({ next }) => next,
  });
  return {
    rows: list.data?.pages.flatMap(({ data }) => rowsOf(data)),
    error: list.error,
    isReading: list.isFetching,
    readAgain: () => void list.refetch(),
    readMore: list.hasNextPage ? () => void list.fetchNextPage() : null,
  };
}
