// A screen with a list at the left and the open row at its right. `useRows` reads the rows; the
// route has `open`, the id of the open row, as a search parameter. Its other parameters stay.
import './list-detail.css';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useKeys } from './useKeys.ts';
import type { Rows } from './useRows.ts';
import { Wrong } from './Wrong.tsx';

/** The keys of every such screen, for `useScreenKeys`. */
export const listKeys = [
  ['J, K or ↓ ↑', 'Go to the next or previous row'],
  ['Enter', 'Open the row'],
] as const;

type Props<R> = {
  title: string;
  list: Rows<R>;
  /** The opaque id of a row. */
  idOf: (row: R) => string;
  open: string | undefined;
  /** Says how many rows there are: '3 wait, the oldest first'. */
  countWords: (count: string, isOne: boolean) => string;
  /** What the list is called, for a screen reader. */
  listLabel: string;
  row: (row: R) => ReactNode;
  /** The heading above a row, for a list in groups; rows of a group stand together. */
  groupOf?: (row: R) => string;
  /** The open record, or what to say of a row that is not in the list. */
  children: (row: R) => ReactNode;
  whenGone: (id: string) => ReactNode;
  /** What stands at the right while no row is open. */
  whenClosed: ReactNode;
  whenEmpty: { title: string; words: string };
  /** What has just been done, in words. */
  notice?: string;
  /** Filters, between the heading and the list. */
  filters?: ReactNode;
};

export function ListDetail<R>(props: Props<R>) {
  const { title, list, idOf, open, countWords, whenEmpty, notice, filters } = props;
  const { rows, error, isReading, readAgain } = list;
  const chosen = rows?.find((row) => idOf(row) === open);
  useEffect(() => {
    document.title = `${title} · Desk`;
  }, [title]);
  const beside = () => {
    if (chosen) return props.children(chosen);
    return (
      <div className="empty">{open && !isReading ? props.whenGone(open) : props.whenClosed}</div>
    );
  };
  return (
    <section className="ld-page">
      <header className="ld-head">
        <h1>{title}</h1>
        <p role="status">
          {rows &&
            rows.length > 0 &&
            countWords(`${rows.length}${list.readMore ? ' or more' : ''}`, rows.length === 1)}
        </p>
        <Button className="button soft" onPress={readAgain} isPending={isReading}>
          Read again
        </Button>
      </header>
      {filters}
      {notice && (
        <p className="ld-done" role="status">
          {notice}
        </p>
      )}
      <Wrong error={error} />
      {!rows && isReading && <Skeleton />}
      {rows?.length === 0 && (
        <div className="empty">
          <h2>{whenEmpty.title}</h2>
          <p>{whenEmpty.words}</p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <div className="ld-desk">
          <Column {...props} rows={rows} />
          {beside()}
        </div>
      )}
    </section>
  );
}

type ColumnProps<R> = Props<R> & { rows: readonly R[] };

/** The list moves by J and K or the arrows, and its links open by Enter. */
function Column<R>({ rows, idOf, open, listLabel, row, groupOf, list }: ColumnProps<R>) {
  const column = useRef<HTMLDivElement>(null);
  const move = (by: number) => () => {
    const links = [...(column.current?.querySelectorAll('a') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    const from = focused >= 0 ? focused : rows.findIndex((each) => idOf(each) === open);
    links[Math.max(0, Math.min(from + by, links.length - 1))]?.focus();
  };
  useKeys({ j: move(1), arrowdown: move(1), k: move(-1), arrowup: move(-1) });
  const groups = groupOf ? Map.groupBy(rows, groupOf) : new Map([['', rows]]);
  return (
    <div ref={column} className="ld-column">
      {[...groups].map(([group, some]) => (
        <section key={group} className="ld-group">
          {groupOf && <h2>{group}</h2>}
          <ol className="ld-list" aria-label={groupOf ? group : listLabel}>
            {some.map((each) => (
              <li key={idOf(each)}>
                <Link
                  className="ld-row"
                  to="."
                  search={(old) => ({ ...old, open: idOf(each) })}
                  {...(idOf(each) === open && { 'aria-current': true })}
                >
                  {row(each)}
                </Link>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {list.readMore && (
        <Button className="button soft" onPress={list.readMore} isPending={list.isReading}>
          More
        </Button>
      )}
    </div>
  );
}

/** Rows of the real height, so that nothing moves when the list arrives. */
function Skeleton() {
  return (
    <div className="ld-desk" aria-busy="true">
      <div className="ld-column">
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <span key={row} className="ld-bone" />
        ))}
      </div>
    </div>
  );
}
