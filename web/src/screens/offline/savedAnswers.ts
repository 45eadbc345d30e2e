// The last answers of the screens that are of use without a network: home, the orders, each open bill, the list of papers. They are kept sealed
// (client/encryptedStore.ts) and put back into the memory of reads where the server does not answer, as old as they are.
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { AnyCall, DataOf } from '@sandali/contract/call.ts';
import { type Day, type Instant, instantMs, instantOf, laterDay, manilaDay, zDay, zInstant } from '@sandali/contract/day.ts';
import { documentList } from '@sandali/contract/document.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import type { Query, QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Failure } from '#/client/callServer.ts';
import { aheadOfPhoneMs, businessAheadMs, businessMs, setBusinessAhead } from '#/client/clock.ts';
import { getConfig, onConfig } from '#/client/config.ts';
import { isTooOld, readEncrypted, savedNames, updateEncrypted } from '#/client/encryptedStore.ts';
import { restoredAnswers } from '#/client/offlineStore.ts';
import { queryClient } from '#/client/query.ts';
import { userGid } from '#/client/session.ts';
import { paths } from '#/routes/paths.ts';
import { isSettled } from '#/screens/repayment/settled.ts';
import { type SavedBill, savedFromBill } from './savedBill.ts';

const calls = new Map<unknown, AnyCall>([userMulti, billList, billDetail, documentList].map((call) => [call.path, call]));
/** An answer that has not changed is kept again with its new moment, but not at every poll. */
const againAfterMs = 60_000;

const zSaved = v.object({ data: v.unknown(), keptAt: zInstant, aheadMs: v.number() });
const saved = new Map<string, { data: unknown; keptAtMs: number }>();

/** The read that a screen is drawn from, where that is kept; null for every other screen. */
export function readOf(path: string, search: URLSearchParams): QueryKey | null {
  const loanId = search.get('loanId');
  if (path === paths.home) return [userMulti.path, {}];
  if (path === paths.orders) return [billList.path, {}];
  if (path === paths.bill && loanId) return [billDetail.path, { loanId }];
  if (path === paths.documents) return [documentList.path, loanId ? { loanId } : {}];
  return null;
}

/** What a screen is drawn from: an answer that is in its place now; else, of a bill, what is true of it on any day. */
export async function restoreScreen(path: string, search: URLSearchParams): Promise<{ hasAnswer: boolean; bill: SavedBill | null }> {
  const key = readOf(path, search);
  if (!key) return { hasAnswer: false, bill: null };
  const found = await restoreAnswer(key);
  const hasAnswer = queryClient.getQueryData(key) !== undefined;
  if (hasAnswer || !found || key[0] !== billDetail.path) return { hasAnswer, bill: null };
  const bill = savedFromBill(found.data as DataOf<typeof billDetail>, null);
  return { hasAnswer, bill: bill && { ...bill, keptAt: found.keptAt } };
}

const nameOf = (key: QueryKey) => `answer ${key[0]} ${JSON.stringify(key[1])}` as const;

/** To be called once. Keeps each answer from now on, and those that are there; where the server cannot be reached, a screen without one is given the kept one. */
export function followAnswers(): void {
  const cache = queryClient.getQueryCache();
  const lookAtAll = () => {
    for (const query of cache.getAll()) {
      void keep(query);
      if (isWayFailure(query.state.error)) void restoreAnswer(query.queryKey);
    }
  };
  lookAtAll();
  onConfig(lookAtAll);
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && !event.action.manual) {
      restoredAnswers.delete(event.query.state.data as object); // the server has said the same again
      void keep(event.query);
    }
    if (event.action.type === 'error' && isWayFailure(event.action.error)) void restoreAnswer(event.query.queryKey);
  });
}

/** Whether the server was not reached. */
export function isWayFailure(failure: unknown): boolean {
  return ['offline', 'timeout'].includes((failure as Failure | null)?.name ?? '');
}

/** Once the configuration has come, which says what time it is in business, and for no answer that was put back. */
async function keep({ queryKey, state: { data, dataUpdatedAt } }: Query): Promise<void> {
  if (data === undefined || !calls.has(queryKey[0]) || !getConfig() || restoredAnswers.has(data as object)) return;
  const name = nameOf(queryKey);
  const keptAtMs = dataUpdatedAt + aheadOfPhoneMs();
  const before = saved.get(name);
  if (before?.data === data && keptAtMs - before.keptAtMs < againAfterMs) return;
  saved.set(name, { data, keptAtMs });
  const owner = userGid();
  const isOver = queryKey[0] === billDetail.path && isSettled((data as DataOf<typeof billDetail>).bill.state);
  const record = { data, keptAt: instantOf(keptAtMs), aheadMs: businessAheadMs() };
  await updateEncrypted(name, (stored) => (owner !== userGid() ? stored : isOver ? null : record));
  if (queryKey[0] === billList.path) await forgetSettled(data as DataOf<typeof billList>);
}

/** A bill that is not open any more was settled while it was not looked at: its answer is untrue. */
async function forgetSettled({ open }: DataOf<typeof billList>): Promise<void> {
  const kept = new Set<string>(open.map(({ loanId }) => nameOf([billDetail.path, { loanId }])));
  for (const name of await savedNames('answer')) {
    if (!name.startsWith(`answer ${billDetail.path} `) || kept.has(name)) continue;
    saved.delete(name);
    await updateEncrypted(name, () => null);
  }
}

/**
 * Puts the kept answer of a read into its place, unless there is one, and gives it. One of an earlier day that says what is owed is only given: that has
 * changed since, and so has what is called today's. In others the day moves on by the phone's clock.
 */
async function restoreAnswer(key: QueryKey): Promise<{ data: unknown; keptAt: Instant } | null> {
  const call = calls.get(key[0]);
  if (!call || queryClient.getQueryData(key) !== undefined) return null;
  const found = v.safeParse(zSaved, await readEncrypted(nameOf(key)));
  if (!found.success) return null;
  const { keptAt, aheadMs } = found.output;
  // What an hour here means is not known in a visit that began without a network.
  setBusinessAhead(aheadMs, true);
  const today = manilaDay(businessMs());
  const data = v.safeParse(call.data, moved(found.output.data, today));
  if (!data.success || isTooOld(instantMs(keptAt)) || queryClient.getQueryData(key) !== undefined) return null;
  const kept = { data: data.output, keptAt };
  if (manilaDay(keptAt) !== today && saysOwed(key, data.output)) return kept;
  restoredAnswers.add(data.output as object);
  const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
  // A read that failed stays failed: only a new answer ends that.
  const updatedAt = instantMs(keptAt) - aheadOfPhoneMs();
  if (query) query.setState({ data: data.output, dataUpdatedAt: updatedAt });
  else queryClient.setQueryData(key, data.output, { updatedAt });
  return kept;
}

function saysOwed([path]: QueryKey, data: unknown): boolean {
  if (path === userMulti.path) return (data as DataOf<typeof userMulti>).nearestBill !== null;
  return path === billDetail.path || (path === billList.path && (data as DataOf<typeof billList>).open.length > 0);
}

/** An answer with its day moved on to this one. */
function moved(data: unknown, day: Day): unknown {
  const today = v.safeParse(v.object({ today: zDay }), data);
  return today.success ? { ...(data as object), today: laterDay(today.output.today, day) } : data;
}

/** When the server gave what a read shows, by business time; null where it shows nothing. */
export function answeredAt(key: QueryKey): Instant | null {
  const at = queryClient.getQueryState(key)?.dataUpdatedAt;
  return at ? instantOf(at + aheadOfPhoneMs()) : null;
}
