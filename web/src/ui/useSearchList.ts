import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type SearchOption, searchOptions } from './searchOptions.ts';

/**
 * The number of rows to render at first, and to add near the end of the list. This fills any screen
 * but is not too slow for a slow phone.
 */
const rowsAtOnce = 40;

type Owner<A> = {
  onPick(answer: A): unknown;
  onSearch?: ((query: string) => void) | undefined;
};

/**
 * Returns the state of a searchable list: query, results, active row and number of rendered rows.
 * If `onSearch` is set, the parent does the search.
 */
export function useSearchList<A extends SearchOption>(
  options: readonly A[],
  value: string,
  startQuery: string,
  { onPick, onSearch }: Owner<A>,
) {
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(startQuery);
  const results = useMemo(
    () => (onSearch ? options : searchOptions(options, query)),
    [onSearch, options, query],
  );
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      results.findIndex((option) => option.value === value),
    ),
  );
  const [drawn, setDrawn] = useState(active + rowsAtOnce);
  const search = (text: string) => {
    setQuery(text);
    setActive(0);
    setDrawn(rowsAtOnce);
    list.current?.scrollTo(0, 0);
    onSearch?.(text);
  };
  const pick = (answer: A) => {
    if (onPick(answer) === true) search('');
  };
  const move = (event: KeyboardEvent) => {
    const last = results.length - 1;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    const picked = results[active];
    if (event.key === 'Enter' && picked) pick(picked);
    else if (step && last >= 0) {
      const to = Math.min(last, Math.max(0, active + step));
      setActive(to);
      setDrawn((was) => Math.max(was, to + rowsAtOnce));
    } else return;
    event.preventDefault();
  };
  return {
    query,
    results,
    active,
    drawn,
    list,
    search,
    pick,
    move,
    drawMore: () => setDrawn((was) => was + rowsAtOnce),
  };
}
