import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldWords } from './Field.tsx';
import { Icon } from './Icon.tsx';
import css from './SearchPicker.module.css';
import type { SearchSheet, SearchSheetWords } from './SearchSheet.tsx';
import type { SearchOption } from './searchOptions.ts';

export type SearchPickerProps<A extends SearchOption> = FieldWords & {
  /** The selected value, or '' if nothing is selected. */
  value: string;
  onChange: (value: string, answer: A) => void;
  options: readonly A[];
  /** Shown until an option is selected ("Choose a city"). */
  placeholder: string;
  /** The texts in the picker's own sheet. */
  words?: SearchSheetWords | undefined;
  /** Renders a small picture before an option, such as a bank's mark. */
  renderMark?: ((answer: A) => ReactNode) | undefined;
  /**
   * Renders the sheet if the parent loads options on demand. `options` then contains only the
   * selected option.
   */
  drawSheet?: ((Sheet: typeof SearchSheet, close: () => void) => ReactNode) | undefined;
  /** Called if the sheet, which is loaded on first use, fails to load. */
  onCannotOpen?: (() => void) | undefined;
  id?: string | undefined;
};

const loadSheet = () => import('./SearchSheet.tsx');

/**
 * A field that opens a sheet with a search in a long list. It handles several thousand options, and
 * works by touch, keyboard and screen reader.
 */
export function SearchPicker<A extends SearchOption>(props: SearchPickerProps<A>) {
  const {
    label,
    aside,
    hint,
    error,
    value,
    onChange,
    options,
    placeholder,
    words,
    renderMark,
    drawSheet,
    id,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const [part, setPart] = useState<typeof import('./SearchSheet.tsx') | null>(null);
  const open = async () => {
    try {
      setPart(await loadSheet());
      setOpen(true);
    } catch {
      props.onCannotOpen?.();
    }
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <Field label={label} aside={aside} hint={hint} error={error} id={id}>
        {(wiring) => (
          <div className={css.frame}>
            {chosen && renderMark && <span className={css.mark}>{renderMark(chosen)}</span>}
            <button
              type="button"
              id={wiring.id}
              className={classes(
                css.button,
                chosen && renderMark && css.marked,
                wiring['aria-invalid'] && css.wrong,
              )}
              aria-haspopup="dialog"
              aria-labelledby={`${wiring.id}-label ${wiring.id}-value`}
              aria-describedby={wiring['aria-describedby']}
              onPointerDown={() => void loadSheet().catch(() => {})} // a preload; the click reports a failure
              onClick={() => void open()}
            >
              <span id={`${wiring.id}-value`} className={chosen ? css.value : css.empty}>
                {chosen?.label ?? placeholder}
              </span>
              <Icon name="down" />
            </button>
          </div>
        )}
      </Field>
      {isOpen && part && drawSheet?.(part.SearchSheet, () => setOpen(false))}
      {isOpen && part && words && (
        <part.SearchSheet
          options={options}
          value={value}
          words={words}
          renderMark={renderMark}
          onClose={() => setOpen(false)}
          onPick={(answer) => {
            setOpen(false);
            onChange(answer.value, answer);
          }}
        />
      )}
    </>
  );
}
