import type { ReactNode } from 'react';

/** A table that scrolls sideways inside its frame. The frame takes the focus, to scroll by keys. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the keyboard
    <section className="table-frame" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
