// Selects the accepted envelope keys and the published key list. The sandbox mints one key per day.
// In production the root key is stored elsewhere and signs lists in advance (`mintKeysAhead`).
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { KeyList } from '@sandali/contract/init.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import {
  type EnvelopeKey,
  erase,
  isSignedBy,
  listNames,
  mintEveryMs,
  mintKey,
  readLists,
  readPrivate,
  readRoot,
  rootsWithin,
  signedList,
  spkiOf,
  writeNew,
} from '#/platform/key-files.ts';
import type { Log } from '#/platform/log.ts';

export type KeyRing = {
  /** Returns the private key of `kid` if it is accepted at `wall`; otherwise null. */
  find(kid: string, wall: Temporal.Instant): KeyObject | null;
  list(): KeyList;
  /** Returns the list as JSON, for the web app's pages. */
  listJson(): string;
  /** Returns when the last key in the folder expires. */
  endsAt(): Temporal.Instant;
  /** Whether the ring mints its own keys, as in the sandbox. */
  isMinting: boolean;
  /**
   * Reads the folder, mints a due key (sandbox), selects the current list, and erases expired keys.
   */
  refresh(wall: Temporal.Instant): void;
};

/** `rootPublicKey` is SPKI DER in base64url; null makes the sandbox use its own root. */
export type Trust = { isSandbox: boolean; rootPublicKey: string | null };

/** A key is accepted this long before it becomes valid, because servers' clocks may differ. */
const earlyMs = 120_000;
/**
 * If a key is unknown, the folder is read again, at most once in this period, because the key may
 * come from another server.
 */
const lookAgainMs = 1000;

/**
 * Opens the key ring in `folder` (0700).
 * @throws CannotStart if a file is damaged, a list is not signed by the root, no key is currently
 * valid, or a production server can read a root private key.
 */
export function openKeyRing(
  folder: string,
  wall: Temporal.Instant,
  { isSandbox, rootPublicKey }: Trust = { isSandbox: true, rootPublicKey: null },
): KeyRing {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isSandbox) refuseRootInReach(folder, rootPublicKey);
  const root = isSandbox ? readRoot(folder) : null;
  if (root && rootPublicKey && spkiOf(root) !== rootPublicKey)
    throw new CannotStart(
      `ROOT_PUBLIC_KEY is not the public part of ${path.join(folder, 'root.pem')}. Leave one of the two out.`,
    );
  const shelf = createShelf(folder, root, root ? createPublicKey(root) : publicRoot(rootPublicKey));
  shelf.look(wall);
  if (!shelf.isInForce(wall))
    throw new CannotStart(
      `No envelope key in ${folder} is valid at ${wall}. Sign new ones on the machine with the root key (ops keys mint) and copy them there.`,
    );
  return {
    find(kid, at) {
      if (!shelf.knows(kid) && Math.abs(at.epochMilliseconds - shelf.lookedAtMs()) >= lookAgainMs)
        shelf.look(at);
      return shelf.find(kid, at);
    },
    list: shelf.list,
    listJson: shelf.json,
    endsAt: shelf.endsAt,
    isMinting: root !== null,
    refresh: shelf.look,
  };
}

const lookEveryMs = 60_000;
/** During this period before the last key expires, the log warns at every start and once a day. */
const warnBeforeMs = 7 * mintEveryMs;

/**
 * Refreshes a ring each minute, logs failures, and warns when its keys are running out. After a
 * failure, the keys in memory stay in use.
 * @returns a function that stops the refreshing
 */
export function refreshKeys(ring: KeyRing, wall: () => Temporal.Instant, log: Log): () => void {
  let warnedAtMs = 0;
  const look = () => {
    const at = wall();
    try {
      ring.refresh(at);
    } catch (error) {
      log.error('could not refresh the envelope keys', error);
    }
    const endsAt = ring.endsAt();
    if (endsAt.epochMilliseconds - at.epochMilliseconds > warnBeforeMs || ring.isMinting) return;
    if (at.epochMilliseconds - warnedAtMs < mintEveryMs) return;
    warnedAtMs = at.epochMilliseconds;
    log.warn(`the envelope keys end soon, at ${endsAt}: sign new ones (ops keys mint)`);
  };
  look();
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

function refuseRootInReach(folder: string, rootPublicKey: string | null): void {
  const [file] = rootsWithin([folder, path.dirname(folder)], rootPublicKey);
  if (file)
    throw new CannotStart(
      `${file} is a root private key, which production must not have. Move it to the machine that mints keys.`,
    );
}

function publicRoot(text: string | null): KeyObject {
  if (!text)
    throw new CannotStart(
      'There is no root key: run `npm start`, which makes one, or set ROOT_PUBLIC_KEY.',
    );
  return createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
}

const fromMs = (list: KeyList) => Math.max(0, ...list.keys.map((key) => Date.parse(key.from)));
const hasEnded = (key: EnvelopeKey, at: Temporal.Instant) =>
  Date.parse(key.until) <= at.epochMilliseconds;
const noList: KeyList = { keys: [], signature: '' };

/**
 * Keeps the folder's keys and lists in memory. `look` reads the folder again; if it throws, the
 * keys in memory stay.
 */
function createShelf(folder: string, root: KeyObject | null, rootPublic: KeyObject) {
  let files = new Map<string, KeyList[]>();
  let privates = new Map<string, KeyObject>();
  let list = noList;
  let json = JSON.stringify(list);
  let lookedAtMs = 0;

  const keys = () => [...files.values()].flat().flatMap((each) => each.keys);
  const keyOf = (kid: string) => keys().find((key) => key.kid === kid);

  function read(): void {
    const next = new Map<string, KeyList[]>();
    for (const name of listNames(folder)) {
      const lists = files.get(name) ?? readLists(folder, name);
      if (lists && !files.has(name) && !root)
        for (const keyList of lists) refuseUnsigned(rootPublic, keyList, path.join(folder, name));
      if (lists) next.set(name, lists);
    }
    files = next;
  }

  const listAt = (at: Temporal.Instant) => newestBegun([...files.values()].flat(), at);

  function look(at: Temporal.Instant): void {
    lookedAtMs = at.epochMilliseconds;
    read();
    if (root && isRenewalDue(rootPublic, listAt(at), at)) {
      renew(folder, root, listAt(at), at, [...files.keys()]);
      read(); // another server may have been first
    }
    eraseEnded(at);
    const live = new Map<string, KeyObject>();
    for (const { kid } of keys().filter((key) => !hasEnded(key, at))) {
      const privateKey = privates.get(kid) ?? readPrivate(folder, kid);
      if (privateKey) live.set(kid, privateKey);
    }
    privates = live;
    if (listAt(at) !== list) list = listAt(at);
    json = JSON.stringify(list);
  }

  function eraseEnded(at: Temporal.Instant): void {
    // Production cannot mint keys. If all keys seem to have expired over a day ago, the clock may
    // be wrong, so keep the keys.
    const dayBefore = at.subtract({ milliseconds: mintEveryMs });
    if (!root && keys().every((key) => hasEnded(key, dayBefore))) return;
    const ended = [...files]
      .filter(([, lists]) => lists.every((each) => each.keys.every((key) => hasEnded(key, at))))
      .map(([name]) => name);
    const kids = keys().filter((key) => hasEnded(key, at));
    erase(
      folder,
      kids.map((key) => key.kid),
      ended,
    );
    for (const name of ended) files.delete(name);
  }

  return {
    look,
    list: () => list,
    json: () => json,
    lookedAtMs: () => lookedAtMs,
    knows: (kid: string) => keyOf(kid) !== undefined,
    endsAt: () =>
      Temporal.Instant.fromEpochMilliseconds(
        Math.max(0, ...keys().map((key) => Date.parse(key.until))),
      ),
    isInForce: (at: Temporal.Instant) =>
      list.keys.some((key) => !hasEnded(key, at) && privates.has(key.kid)),
    find(kid: string, at: Temporal.Instant): KeyObject | null {
      const key = keyOf(kid);
      const isAccepted =
        key && !hasEnded(key, at) && Date.parse(key.from) - earlyMs <= at.epochMilliseconds;
      return isAccepted ? (privates.get(kid) ?? null) : null;
    },
  };
}

/** Returns the list that became valid last; of several such lists, the one written last. */
function newestBegun(lists: readonly KeyList[], at: Temporal.Instant): KeyList {
  const begun = lists.filter((list) => fromMs(list) <= at.epochMilliseconds);
  return begun.reduce((best, list) => (fromMs(list) >= fromMs(best) ? list : best), noList);
}

function refuseUnsigned(rootPublic: KeyObject, list: KeyList, file: string): void {
  if (!isSignedBy(rootPublic, list))
    throw new CannotStart(
      `A key list in ${file} is not signed by the root key of ROOT_PUBLIC_KEY.`,
    );
}

function isRenewalDue(rootPublic: KeyObject, list: KeyList, at: Temporal.Instant): boolean {
  return (
    at.epochMilliseconds - fromMs(list) >= mintEveryMs ||
    list.keys.some((key) => hasEnded(key, at)) ||
    !isSignedBy(rootPublic, list)
  );
}

/**
 * Writes the sandbox's next list, with a new key if one is due and without expired keys. If two
 * servers do so, the first to write wins.
 */
function renew(
  folder: string,
  root: KeyObject,
  old: KeyList,
  at: Temporal.Instant,
  names: readonly string[],
): void {
  const isMintDue = at.epochMilliseconds - fromMs(old) >= mintEveryMs;
  const minted = isMintDue ? [mintKey(folder, at)] : [];
  const keys = [...minted, ...old.keys.filter((key) => !hasEnded(key, at))];
  const last = Math.max(
    0,
    ...names.map((name) => Number(/^list-(\d{6})\.json$/.exec(name)?.[1] ?? 0)),
  );
  const file = path.join(folder, `list-${String(last + 1).padStart(6, '0')}.json`);
  const isWritten = writeNew(file, JSON.stringify([signedList(root, keys)]));
  if (!isWritten)
    erase(
      folder,
      minted.map((key) => key.kid),
    );
}
