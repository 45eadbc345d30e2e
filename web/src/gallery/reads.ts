// Reads in each of their states, as screens draw them.
import { textNow } from '#/i18n/text.ts';
import type { Shown } from '#/shell/Query.tsx';

const refresh = async () => {};
export const loaded = <D>(data: D): Shown<D> => ({ data, failure: null, isRefreshing: false, refresh });
export const waiting: Shown<never> = { data: undefined, failure: null, isRefreshing: true, refresh };
/** Where the network failed. */
export const notLoaded = (message = textNow('net.abnormal')): Shown<never> => ({
  data: undefined,
  failure: { message },
  isRefreshing: false,
  refresh,
});
