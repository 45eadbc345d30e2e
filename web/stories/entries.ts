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
  /** Whether the entry is rendered alone in a phone-wide column, instead of beside the others. */
  isScreen?: boolean;
  /** The entry's address, which determines the selected tab, and the number on the badge. */
  at?: string;
  unused?: number;
  /** The number on the Orders tab. */
  due?: number;
  draw(): ReactNode;
};

const files = import.meta.glob<{ entries: Entry[] }>('./*/*.entries.tsx', { eager: true });

/** Every entry of every `<slice>/<screen>.entries.tsx`. */
export const allEntries: Entry[] = Object.values(files).flatMap((file) => file.entries);
