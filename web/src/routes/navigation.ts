// Navigation within the app. Each move, forward or back, loads its screen first and then shows it
// in a view transition, or in a slide if the browser has no view transitions.
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import { createStore } from '#/client/createStore.ts';
import {
  type Address,
  type Entry,
  isBetweenTabs,
  joinAddress,
  type Move,
  moveBetween,
  readEntry,
  splitAddress,
} from './history.ts';

export type Options = { replace?: boolean; move?: Move; returnTo?: string | null };
export type Redirect = { to: string; returnTo?: string };
type Rules = {
  /**
   * Loads everything the path needs. Never rejects: if a load fails, the shell shows an error
   * screen.
   */
  prepare(path: string): Promise<unknown>;
  /** Returns the redirect for a visitor who may not see this address; otherwise null. */
  redirect(address: string, isByHistory: boolean): Redirect | null;
};

const hasWindow = typeof window !== 'undefined';
const scrolled = new Map<number, number>();
const shown = createStore<Address>(
  splitAddress(hasWindow ? location.pathname + location.search : '/login'),
  { isServed: true },
);
let entry: Entry = firstEntry();
/**
 * The index of the history entry at which the page was loaded. A step back from that entry may
 * leave the app.
 */
let loadedPlace = entry.place;
let latest = 0;
/** The fallback for browsers without view transitions; null until it is loaded. */
let slide: typeof import('./slide.ts').slide | null = null;
let rules: Rules = { prepare: async () => {}, redirect: () => null };

/**
 * Returns the entry of a page that was just loaded. If one of our links was followed before the app
 * had started, the page with that link is one step back.
 */
function firstEntry(): Entry {
  const read = readEntry(hasWindow ? history.state : null);
  const isLinked =
    hasWindow &&
    history.state === null &&
    history.length > 1 &&
    document.referrer.startsWith(`${location.origin}/`);
  return isLinked ? { ...read, place: 1 } : read;
}

/**
 * Starts following the browser's history and shows the first screen, or the screen that its guard
 * redirects to.
 */
export async function followHistory(newRules: Rules): Promise<void> {
  rules = newRules;
  history.scrollRestoration = 'manual';
  const aim = resolveRedirects(joinAddress(shown.now()), entry.returnTo, true);
  entry = { ...entry, ...aim.returnTo };
  loadedPlace = entry.place;
  shown.set(splitAddress(aim.to));
  history.replaceState(entry, '', aim.to);
  addEventListener('popstate', onPopState);
  new MutationObserver(pushSheetEntry).observe(document.documentElement, {
    attributeFilter: ['data-modal'],
  });
  // If the script cannot be loaded, pages change without a slide.
  if (!document.startViewTransition)
    void import('./slide.ts').then((part) => (slide = part.slide)).catch(() => {});
  await rules.prepare(shown.now().path);
}

/**
 * Pushes an entry when a sheet opens over the page that was loaded first, because otherwise a step
 * back would leave the app. The next page replaces that entry.
 */
function pushSheetEntry() {
  if (
    document.documentElement.dataset.modal === undefined ||
    entry.place !== loadedPlace ||
    entry.isOver
  )
    return;
  remember();
  entry = { ...entry, place: entry.place + 1, move: 'none', isOver: true };
  history.pushState(entry, '', joinAddress(shown.now()));
}

function onPopState(event: PopStateEvent) {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (dialog) {
    // Revert the step, and close the open sheet or dialog instead, as Escape does.
    history.pushState(entry, '', joinAddress(shown.now()));
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    return;
  }
  const entered = readEntry(event.state);
  if (entry.isOver && entered.place === entry.place - 1) {
    // The sheet is closed already, so this step must leave the page.
    entry = entered;
    history.back();
    return;
  }
  const address = location.pathname + location.search;
  const redirect = rules.redirect(address, true);
  const move = event.hasUAVisualTransition ? 'none' : moveBetween(entry, entered);
  remember();
  entry = entered;
  if (redirect)
    void navigate(redirect.to, { replace: true, move, returnTo: redirect.returnTo ?? null });
  else void show(splitAddress(address), move, scrolled.get(entered.place) ?? 0, ++latest);
}

/**
 * Follows redirects to a page that this visitor may see. Public pages keep the return address, so
 * that both login and sign-up have it.
 */
function resolveRedirects(to: string, returnTo: string | null | undefined, isByHistory = false) {
  let returnAddress = returnTo === undefined ? entry.returnTo : (returnTo ?? undefined);
  let address = joinAddress(splitAddress(to));
  for (let hop = 0; hop < 4; hop++) {
    const redirect = rules.redirect(address, isByHistory);
    if (!redirect) break;
    address = redirect.to;
    returnAddress = redirect.returnTo ?? returnAddress;
  }
  return { to: address, returnTo: returnAddress === undefined ? {} : { returnTo: returnAddress } };
}

/**
 * Opens an address of this app, sliding forward except between tabs. `returnTo` is the page to open
 * after a login (null clears it). A newer move cancels one that is still loading.
 */
export async function navigate(to: string, options: Options = {}): Promise<void> {
  const { replace = false, returnTo } = options;
  const ticket = ++latest;
  const aim = resolveRedirects(to, returnTo);
  const address = splitAddress(aim.to);
  const isStill = replace || isBetweenTabs(shown.now().path, address.path);
  const move = options.move ?? (isStill ? 'none' : 'forward');
  const isHere = joinAddress(address) === joinAddress(shown.now());
  if (isHere && !replace && returnTo === undefined) {
    scrollTo(0, 0);
    return;
  }
  await rules.prepare(address.path);
  if (ticket !== latest) return;
  remember();
  const takesPlace = replace || isHere || entry.isOver;
  const { place, move: ledBy, isOver } = entry;
  if (replace || isHere)
    entry = { place, move: ledBy, ...(isHere && isOver && { isOver }), ...aim.returnTo };
  else entry = { place: isOver ? place : place + 1, move, ...aim.returnTo };
  history[takesPlace ? 'replaceState' : 'pushState'](entry, '', joinAddress(address));
  await show(address, move, 0, ticket);
}

/** Goes one step back in history, or to / if there is no earlier entry (spec §2). */
export function goBack(): void {
  if (entry.place > (entry.isOver ? 1 : 0)) history.go(entry.isOver ? -2 : -1);
  else void navigate('/', { replace: true, move: 'back' });
}

/**
 * Navigates onward after a login or sign-up: to `nextStep`, keeping the return address; otherwise
 * to the page that required the login, or to the home screen.
 */
export function continueAfterLogin(nextStep?: string): Promise<void> {
  if (nextStep) return navigate(nextStep, { replace: true, move: 'forward' });
  return navigate(entry.returnTo ?? '/home', { replace: true, move: 'forward', returnTo: null });
}

/** Returns the current address, with its query. */
export function currentAddress(): string {
  return joinAddress(shown.now());
}

function remember() {
  scrolled.set(entry.place, scrollY);
}

async function show(address: Address, move: Move, top: number, ticket: number) {
  await rules.prepare(address.path);
  if (ticket !== latest) return;
  const update = () => {
    flushSync(() => shown.set(address));
    scrollTo(0, top);
  };
  if (move === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches) return update();
  if (!document.startViewTransition) return slide ? await slide(update, move) : update();
  const transition = start(update, move);
  // A skipped transition rejects, but its screen is already visible.
  transition.ready?.catch(() => {});
  await transition.finished.catch(() => {});
}

function start(update: () => void, move: Move) {
  try {
    return document.startViewTransition({ update, types: [move] });
  } catch {
    // This browser supports view transitions but not their types.
    return document.startViewTransition(update);
  }
}

/** Sets the address of a page that is prerendered without a browser. */
export function setInitialPath(path: string): void {
  shown.set(splitAddress(path));
}

/** Calls the listener on every move, in the update that shows the new screen. */
export const onNavigate = shown.subscribe;

export function usePath(): string {
  return shown.use().path;
}

export function useSearch(): URLSearchParams {
  const { search } = shown.use();
  return useMemo(() => new URLSearchParams(search), [search]);
}
