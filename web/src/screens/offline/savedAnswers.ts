// Saves the last responses for home, orders, open bills and documents, encrypted
// (client/encryptedStore.ts), and restores them with their age if the server cannot be reached.
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { AnyCall, DataOf } from '@sandali/contract/call.ts';
import {
  type Day,
  type Instant,
  instantMs,
  instantOf,
  laterDay,
  manilaDay,
  zDay,
  zInstant,
} from '@sandali/contract/day.ts';
import { documentList } from '@sandali/contract/document.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import type { Query, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Failure } from '#/client/callServer.ts';
import { businessAheadMs, businessLeadMs, businessMs, setBusinessAhead } from '#/client/clock.ts';
import { getConfig, onConfig } from '#/client/config.ts';
import { isTooOld, readEncrypted, savedNames, updateEncrypted } from '#/client/encryptedStore.ts';
import { restoredAnswers, saveOffline } from '#/client/offlineStore.ts';
import { queryClient } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { isSettled } from '#/screens/repayment/settled.ts';
import { billsIn, readRecord } from './savedBill.ts';

const calls = new Map<unknown, AnyCall>(
  [userMulti, billList, billDetail, documentList].map((call) => [call.path, call]),
);
/** The minimum time between two saves of an unchanged response, in ms. */
const againAfterMs = 60_000;

const zSaved = v.object({ data: v.unknown(), keptAt: zInstant, aheadMs: v.number() });
const saved = new Map<string, { data: unknown; keptAtMs: number }>();

/** Returns the query of a screen's main data if the app saves that data; null for other screens. */
export function mainQueryOf(path: string, search: URLSearchParams): QueryKey | null {
  const loanId = search.get('loanId');
  if (path === paths.home) return [userMulti.path, {}];
  if (path === paths.orders) return [billList.path, {}];
  if (path === paths.bill && loanId) return [billDetail.path, { loanId }];
  if (path === paths.documents) return [documentList.path, loanId ? { loanId } : {}];
  return null;
}

/**
 * Restores a screen's data if needed. Resolves to true if the screen has data, either loaded in
 * this visit or saved earlier.
 */
export async function restoreScreen(path: string, search: URLSearchParams): Promise<boolean> {
  const key = mainQueryOf(path, search);
  if (!key) return false;
  await restoreAnswer(key);
  return queryClient.getQueryData(key) !== undefined;
}

/**
 * Returns the address of a saved document list: for this loan, otherwise for all loans, otherwise
 * for another loan; null if none is saved.
 */
export async function keptPapers(ofLoan: string | null): Promise<string | null> {
  const prefix = `answer ${documentList.path} `;
  const names = (await savedNames('answer')).filter((name) => name.startsWith(prefix));
  const lists: { loanId?: string; before?: string }[] = names.map((name) =>
    JSON.parse(name.slice(prefix.length)),
  );
  const whole = lists.filter((list) => !list.before);
  const list =
    whole.find(({ loanId }) => loanId && loanId === ofLoan) ??
    whole.find(({ loanId }) => !loanId) ??
    whole[0];
  if (!list || !(await restoreScreen(paths.documents, new URLSearchParams(list)))) return null;
  return addressOf('documents', { loanId: list.loanId });
}

const nameOf = (key: QueryKey) => `answer ${key[0]} ${JSON.stringify(key[1])}` as const;

/**
 * Saves the responses that are loaded now and all later ones. If the server cannot be reached,
 * restores the saved response for a screen that has none. Call it once.
 */
export function followAnswers(): void {
  const cache = queryClient.getQueryCache();
  const lookAtAll = () => {
    // Save the newest response last.
    for (const query of cache
      .getAll()
      .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)) {
      void saveAnswer(query);
      if (isWayFailure(query.state.error)) void restoreAnswer(query.queryKey);
    }
  };
  lookAtAll();
  onConfig(lookAtAll);
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && !event.action.manual) {
      // The server has confirmed a restored response by sending it again.
      restoredAnswers.delete(event.query.state.data as object);
      void saveAnswer(event.query);
    }
    if (event.action.type === 'error' && isWayFailure(event.action.error))
      void restoreAnswer(event.query.queryKey);
  });
}

/** Whether a failure means that the server could not be reached. */
export function isWayFailure(failure: unknown): boolean {
  return ['offline', 'timeout'].includes((failure as Failure | null)?.name ?? '');
}

/**
 * Saves a response, unless it was restored, or the configuration (which sets the business time) is
 * not loaded yet.
 */
async function saveAnswer({ queryKey, state: { data, dataUpdatedAt } }: Query): Promise<void> {
  if (
    data === undefined ||
    !calls.has(queryKey[0]) ||
    !getConfig() ||
    restoredAnswers.has(data as object)
  )
    return;
  const name = nameOf(queryKey);
  const keptAtMs = dataUpdatedAt + businessLeadMs();
  const before = saved.get(name);
  if (before?.data === data && keptAtMs - before.keptAtMs < againAfterMs) return;
  saved.set(name, { data, keptAtMs });
  const owner = userGid();
  const isOver =
    queryKey[0] === billDetail.path && isSettled((data as DataOf<typeof billDetail>).bill.state);
  const record = { data, keptAt: instantOf(keptAtMs), aheadMs: businessAheadMs() };
  await updateEncrypted(name, (stored) => (owner !== userGid() ? stored : isOver ? null : record));
  if (owner !== userGid()) return;
  const { bills, open } = billsIn(queryKey[0], data);
  for (const [loanId, make] of bills)
    await saveOffline(loanId, data as object, dataUpdatedAt, (before) => make(readRecord(before)));
  if (open) await forgetSettled(open);
}

/** Deletes the saved data for bills that have since been settled. */
async function forgetSettled(open: readonly string[]): Promise<void> {
  const openNames = new Set<string>(
    open.flatMap((loanId) => [nameOf([billDetail.path, { loanId }]), `bill ${loanId}`]),
  );
  const answers = (await savedNames('answer')).filter((name) =>
    name.startsWith(`answer ${billDetail.path} `),
  );
  for (const name of [...answers, ...(await savedNames('bill'))]) {
    if (openNames.has(name)) continue;
    saved.delete(name);
    await updateEncrypted(name, () => null);
  }
}

/**
 * Restores the saved response of a query without data, and advances its `today` with the phone's
 * clock. Skips a response from an earlier day that shows amounts owed, because they have changed.
 */
async function restoreAnswer(key: QueryKey): Promise<void> {
  const call = calls.get(key[0]);
  if (!call || queryClient.getQueryData(key) !== undefined) return;
  const stored = v.safeParse(zSaved, await readEncrypted(nameOf(key)));
  if (!stored.success) return;
  const { keptAt, aheadMs } = stored.output;
  // A visit that began offline does not know the offset of business time.
  setBusinessAhead(aheadMs, true);
  const today = manilaDay(businessMs());
  const data = v.safeParse(call.data, withToday(stored.output.data, today));
  if (!data.success || isTooOld(instantMs(keptAt)) || queryClient.getQueryData(key) !== undefined)
    return;
  if (manilaDay(keptAt) !== today && hasOpenBill(key, data.output)) return;
  restoredAnswers.add(data.output as object);
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
  // Keep a failed query in its failed state until a new response arrives.
  const updatedAt = instantMs(keptAt) - businessLeadMs();
  if (query) query.setState({ data: data.output, dataUpdatedAt: updatedAt });
  else queryClient.setQueryData(key, data.output, { updatedAt });
}

function hasOpenBill([path]: QueryKey, data: unknown): boolean {
  if (path === userMulti.path) return (data as DataOf<typeof userMulti>).nearestBill !== null;
  return (
    path === billDetail.path ||
    (path === billList.path && (data as DataOf<typeof billList>).open.length > 0)
  );
}

/** Returns the response with its `today` advanced to `day`. */
function withToday(data: unknown, day: Day): unknown {
  const today = v.safeParse(v.object({ today: zDay }), data);
  return today.success ? { ...(data as object), today: laterDay(today.output.today, day) } : data;
}

/** Returns when the server sent a query's response, in business time; null without a response. */
export function answeredAt(key: QueryKey): Instant | null {
  const at = queryClient.getQueryState(key)?.dataUpdatedAt;
  return at ? instantOf(at + businessLeadMs()) : null;
}
