// Short type names for the responses that these screens show.
import type { DataOf } from '@sandali/contract/call.ts';
import type { renewCal } from '@sandali/contract/extension.ts';
import type { planCal } from '@sandali/contract/plan.ts';

export type Renewal = DataOf<typeof renewCal>;
export type Offer = NonNullable<Renewal['extension']>;
export type Part = NonNullable<Renewal['part']>;

export type Plan = DataOf<typeof planCal>;

export type ExtensionOption = 'all' | 'part' | 'plan' | 'extend';
