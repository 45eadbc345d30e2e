import type { ReactNode } from 'react';

/**
 * One component or screen in one state, as the gallery shows it. A file
 * `stories/<slice>/<screen>.entries.tsx` exports `entries: Entry[]` and is found automatically:
 *
 *   export const entries: Entry[] = [
 *     { group: 'Button', name: 'busy', draw: () => <Button isBusy>Sending…</Button> },
 *     { group: 'Bill', name: 'overdue', isScreen: true, draw: () => <BillView bill={overdueBill} />
 *     },
 *   ];
 *
 * Screens are rendered from typed fixtures: use the component that receives the facts as props.
 */
export type Entry = {
  group: string;
  name: string;
  /**
   * Whether the gallery shows the entry alone in a phone-wide column, instead of beside other
   * entries.
   */
  isScreen?: boolean;
  /**
   * The entry's path, which determines the selected tab. `unused` is the number of unused coupons
   * on the tab's badge.
   */
  at?: string;
  unused?: number;
  /** The number on the badge of the Orders tab. */
  due?: number;
  draw(): ReactNode;
};

const files = import.meta.glob<{ entries: Entry[] }>('./*/*.entries.tsx', { eager: true });

/** The entries of all `<slice>/<screen>.entries.tsx` files. */
export const allEntries: Entry[] = Object.values(files).flatMap((file) => file.entries);
