// Read calls in each state, as screens receive them.
import { getText } from '#/i18n/text.ts';
import type { QueryState } from '#/shell/Query.tsx';

const refresh = async () => {};
export const loaded = <D>(data: D): QueryState<D> => ({
  data,
  failure: null,
  isRefreshing: false,
  refresh,
});
export const pending: QueryState<never> = {
  data: undefined,
  failure: null,
  isRefreshing: true,
  refresh,
};
/** Returns a read call that failed; the default message is a network failure. */
export const failed = (message = getText('net.abnormal')): QueryState<never> => ({
  data: undefined,
  failure: { message },
  isRefreshing: false,
  refresh,
});
