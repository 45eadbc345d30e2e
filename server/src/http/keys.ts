// The envelope's keys in use: which are accepted, and which list is shown. In the sandbox the root
// key is in the folder, and the server mints a key a day; in production the root is kept elsewhere
// and has signed ahead (`mintKeysAhead`), and the server walks from list to list.
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
  /** The private key of `kid` if it is accepted at `wall`, else null. */
  find(kid: string, wall: Temporal.Instant): KeyObject | null;
  list(): KeyList;
  /** The list as JSON, ready to be written into a page. */
  listJson(): string;
  /** Until when some key of the folder is accepted. */
  endsAt(): Temporal.Instant;
  /** Whether it mints by itself, so that its keys never run short. */
  isMinting: boolean;
  /**
   * Looks into the folder: mints what is due (sandbox), shows the list of the day, erases what has
   * ended.
   */
  refresh(wall: Temporal.Instant): void;
};

/** `rootPublicKey` is SPKI DER in base64url; null lets the sandbox go by its own root. */
export type Trust = { isSandbox: boolean; rootPublicKey: string | null };

/** Servers may be apart by the clock window, so a key counts a little before its time. */
const earlyMs = 120_000;
/**
 * An unknown key makes the server look into the folder, because another server may just have minted
 * it; not more often than this.
 */
const lookAgainMs = 1000;

/**
 * Opens the key ring in `folder` (0700).
 * @throws CannotStart when a file is damaged, when a list is not the root's, when no key is in
 * force, and in production when the root's private part is where this server can read it.
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
      `No key of the envelope in ${folder} is in force at ${wall}. Sign new ones where the root key is kept (ops keys mint), and copy them there.`,
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
/** So long before the last key ends, the log warns at every start and once a day. */
const warnBeforeMs = 7 * mintEveryMs;

/**
 * Keeps a ring fresh: looks each minute, and says in the log what went wrong, or that keys run
 * short. What went wrong does not end the program: the keys that are known stay in use. @returns
 * what stops it.
 */
export function refreshKeys(ring: KeyRing, wall: () => Temporal.Instant, log: Log): () => void {
  let saidAtMs = 0;
  const look = () => {
    const at = wall();
    try {
      ring.refresh(at);
    } catch (error) {
      log.error('the keys of the envelope could not be refreshed', error);
    }
    const endsAt = ring.endsAt();
    if (endsAt.epochMilliseconds - at.epochMilliseconds > warnBeforeMs || ring.isMinting) return;
    if (at.epochMilliseconds - saidAtMs < mintEveryMs) return;
    saidAtMs = at.epochMilliseconds;
    log.warn(`the keys of the envelope end soon, at ${endsAt}: sign new ones (ops keys mint)`);
  };
  look();
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

function refuseRootInReach(folder: string, rootPublicKey: string | null): void {
  const [found] = rootsWithin([folder, path.dirname(folder)], rootPublicKey);
  if (found)
    throw new CannotStart(
      `${found} is a root private key, and production must not have one in reach. Keep it where keys are minted.`,
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
const nothing: KeyList = { keys: [], signature: '' };

/**
 * What is known of the folder. `look` brings it up to a moment; it may throw, and what was known
 * then stays.
 */
function createShelf(folder: string, root: KeyObject | null, rootPublic: KeyObject) {
  let files = new Map<string, KeyList[]>();
  let privates = new Map<string, KeyObject>();
  let list = nothing;
  let json = JSON.stringify(list);
  let lookedAtMs = 0;

  const keys = () => [...files.values()].flat().flatMap((one) => one.keys);
  const keyOf = (kid: string) => keys().find((key) => key.kid === kid);

  function read(): void {
    const next = new Map<string, KeyList[]>();
    for (const name of listNames(folder)) {
      const lists = files.get(name) ?? readLists(folder, name);
      if (lists && !files.has(name) && !root)
        for (const one of lists) refuseUnsigned(rootPublic, one, path.join(folder, name));
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
      read(); // the key that is there now, from whichever server was first
    }
    eraseEnded(at);
    const live = new Map<string, KeyObject>();
    for (const { kid } of keys().filter((key) => !hasEnded(key, at))) {
      const own = privates.get(kid) ?? readPrivate(folder, kid);
      if (own) live.set(kid, own);
    }
    privates = live;
    if (listAt(at) !== list) list = listAt(at);
    json = JSON.stringify(list);
  }

  function eraseEnded(at: Temporal.Instant): void {
    // Keys that were signed ahead cannot be made here. If all seem to have ended a day ago, the
    // clock may be ahead: put right, it finds them.
    const dayBefore = at.subtract({ milliseconds: mintEveryMs });
    if (!root && keys().every((key) => hasEnded(key, dayBefore))) return;
    const ended = [...files]
      .filter(([, lists]) => lists.every((one) => one.keys.every((key) => hasEnded(key, at))))
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

/**
 * The list of the newest key that has begun; of two with the same, the one that was written last.
 */
function newestBegun(lists: readonly KeyList[], at: Temporal.Instant): KeyList {
  const begun = lists.filter((one) => fromMs(one) <= at.epochMilliseconds);
  return begun.reduce((best, one) => (fromMs(one) >= fromMs(best) ? one : best), nothing);
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
 * Writes the next list of the sandbox: with a new key where one is due, without what has ended. Of
 * two servers, the first to write it has it.
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
