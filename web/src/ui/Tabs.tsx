import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './SegmentedControl.module.css';
import type { SegmentedControlProps } from './SegmentedControl.tsx';

export type TabsProps<V extends string> = Omit<SegmentedControlProps<V>, 'value'> & {
  value: V;
  /** The id of what the tabs change, given to `TabPanel`. */
  panelId: string;
};

/**
 * The same drawing for views of one page: a tablist with arrow keys; its content is in `TabPanel`.
 */
export function Tabs<V extends string>({ label, value, onChange, options, panelId }: TabsProps<V>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = options.findIndex((one) => one.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: options.length - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : options[(to + options.length) % options.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${panelId}-${next.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={css.bar} onKeyDown={move}>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          role="tab"
          id={`${panelId}-${one.value}`}
          aria-selected={one.value === value}
          aria-controls={panelId}
          tabIndex={one.value === value ? 0 : -1}
          className={classes(css.option, css.tab)}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

/** What a tab shows, named by the tab. */
export function TabPanel({
  id,
  value,
  children,
  className,
}: {
  id: string;
  value: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      id={id}
      role="tabpanel"
      aria-labelledby={`${id}-${value}`}
      className={classes(css.panel, className)}
    >
      {children}
    </div>
  );
}
