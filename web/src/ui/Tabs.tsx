import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './SegmentedControl.module.css';
import type { SegmentedControlProps } from './SegmentedControl.tsx';

export type TabsProps<V extends string> = Omit<SegmentedControlProps<V>, 'value'> & {
  value: V;
  /** The id of the panel that the tabs control. Pass it to `TabPanel` too. */
  panelId: string;
};

/**
 * Tabs that switch between views of one page, by touch or with the arrow keys. `TabPanel` contains
 * the selected view.
 */
export function Tabs<V extends string>({ label, value, onChange, options, panelId }: TabsProps<V>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = options.findIndex((option) => option.value === value);
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
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={`${panelId}-${option.value}`}
          aria-selected={option.value === value}
          aria-controls={panelId}
          tabIndex={option.value === value ? 0 : -1}
          className={classes(css.option, css.tab)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** The content of the selected tab, named by that tab for screen readers. */
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
