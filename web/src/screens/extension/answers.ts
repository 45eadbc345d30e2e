// The answer that these screens draw, by short names.
import type { DataOf } from '@sandali/contract/call.ts';
import type { renewCal } from '@sandali/contract/extension.ts';

export type Renewal = DataOf<typeof renewCal>;
export type Offer = NonNullable<Renewal['extension']>;
export type Part = NonNullable<Renewal['part']>;

/** What may be done from here. */
export type ExtensionOption = 'all' | 'part' | 'extend';
