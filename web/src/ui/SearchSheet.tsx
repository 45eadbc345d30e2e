import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from './classes.ts';
import { each } from './each.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import css from './SearchSheet.module.css';
import { Sheet, SheetPanel } from './Sheet.tsx';
import { markHits, type SearchOption } from './searchOptions.ts';
import { useSearchList } from './useSearchList.ts';

export type SearchSheetWords = {
  title: string;
  searchLabel: string;
  clearLabel: string;
  closeLabel: string;
  /** Returns the number of results as text ("6 banks"), which is also announced. */
  count: (total: number) => string;
  /** Shown if nothing matches, with what the borrower can do then. */
  none: ReactNode;
};

export type SearchSheetProps<A extends SearchOption> = {
  options: readonly A[];
  value: string;
  words: SearchSheetWords;
  renderMark?: ((answer: A) => ReactNode) | undefined;
  onClose: () => void;
  /**
   * Called with the selected option. If it returns true, the sheet stays open for another search,
   * for example within that option.
   */
  onPick: (answer: A) => unknown;
  /** Receives the query, so that the parent can search and pass new options. */
  onSearch?: ((query: string) => void) | undefined;
  /** The area that is searched, shown between the search and the results. */
  above?: ReactNode;
  /** Renders the sheet within the page with this query. For stories. */
  isDrawnOnly?: boolean;
  startQuery?: string;
};

/**
 * The sheet of `SearchPicker`: a search field over a listbox. The focus stays in the field; arrow
 * keys move through the list, and Enter selects an option.
 */
export function SearchSheet<A extends SearchOption>(props: SearchSheetProps<A>) {
  const { options, value, words, renderMark, onClose, above, isDrawnOnly, startQuery = '' } = props;
  const id = useId();
  const { query, results, active, drawn, list, search, pick, move, drawMore } = useSearchList(
    options,
    value,
    startQuery,
    props,
  );
  const activeId = results.length > 0 ? `${id}-${active}` : undefined;
  const isFresh = useRef(true);
  useEffect(() => {
    if (activeId && !isDrawnOnly)
      document
        .getElementById(activeId)
        ?.scrollIntoView({ block: isFresh.current ? 'center' : 'nearest' });
    isFresh.current = false;
  }, [activeId, isDrawnOnly]);
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  return (
    <Frame
      title={words.title}
      closeLabel={words.closeLabel}
      onClose={onClose}
      isTall={!isDrawnOnly}
    >
      <div className={css.search}>
        <Icon name="search" />
        <input
          type="text"
          data-focus=""
          role="combobox"
          aria-label={words.searchLabel}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          className={css.input}
          value={query}
          onChange={(event) => search(event.target.value)}
          onKeyDown={move}
        />
        {query && (
          <IconButton
            className={css.clear}
            icon="close"
            label={words.clearLabel}
            onClick={() => search('')}
          />
        )}
      </div>
      {above && <div className={css.above}>{above}</div>}
      <p className={css.count} role="status">
        {results.length > 0 ? words.count(results.length) : words.none}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.title}
        tabIndex={-1}
        className={css.list}
        onScroll={({ currentTarget: at }) =>
          at.scrollHeight - at.scrollTop < at.clientHeight * 2 && drawMore()
        }
      >
        {results.slice(0, drawn).map((option, at) => (
          <AnswerRow
            key={option.value}
            id={`${id}-${at}`}
            answer={option}
            mark={renderMark?.(option)}
            query={query}
            isChosen={option.value === value}
            isActive={at === active}
            place={at + 1}
            total={results.length}
            onPick={() => pick(option)}
          />
        ))}
      </div>
    </Frame>
  );
}

type AnswerRowProps = {
  id: string;
  answer: SearchOption;
  mark: ReactNode;
  query: string;
  isChosen: boolean;
  isActive: boolean;
  place: number;
  total: number;
  onPick: () => void;
};

function AnswerRow({
  id,
  answer,
  mark,
  query,
  isChosen,
  isActive,
  place,
  total,
  onPick,
}: AnswerRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: in search
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-setsize={total}
      aria-posinset={place}
      className={classes(css.row, isActive && css.active)}
      onClick={onPick}
    >
      {mark}
      <span className={css.words}>
        <span className={css.label}>
          {each(markHits(answer.label, query), (piece) =>
            piece.isHit ? <b>{piece.text}</b> : piece.text,
          )}
        </span>
        {answer.detail && <span className={css.detail}>{answer.detail}</span>}
      </span>
      {isChosen && <Icon name="check" className={css.check} />}
    </div>
  );
}
