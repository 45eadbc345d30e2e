// Selects the accepted envelope keys and the published key list. Keys are rows, so every server has
// the same ones. The sandbox mints each day's key a day ahead. In production the root key is stored
// elsewhere and signs keys ahead (`mintKeysAhead`); operators copy their files to a server.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { KeyList } from '@sandali/contract/init.ts';
import { type Db, inTx } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import {
  isSignedBy,
  mintEveryMs,
  mintKey,
  readRoot,
  rootsWithin,
  signedList,
  spkiOf,
} from '#/platform/key-files.ts';
import type { Log } from '#/platform/log.ts';
import type { Sealer } from '#/platform/seal.ts';
import { importKeyFiles } from './key-inbox.ts';
import { deleteExpired, lockMinting, type StoredKey, storedKeys, storeKeys } from './keys.store.ts';

export type KeyRing = {
  /** Returns the private key of `kid` if it is accepted at `wall`; otherwise null. */
  find(kid: string, wall: Temporal.Instant): KeyObject | null;
  /** Returns the list that apps get at `wall`; an empty one if no key is valid. */
  list(wall: Temporal.Instant): KeyList;
  /** Returns the list as JSON, for the web app's pages. */
  listJson(wall: Temporal.Instant): string;
  /** Returns when the last stored key expires. */
  endsAt(): Temporal.Instant;
  /** Whether the ring mints its own keys, as in the sandbox. */
  isMinting: boolean;
  /**
   * Stores the keys of new files, mints a due key (sandbox), erases expired keys, and reads all
   * others.
   */
  refresh(wall: Temporal.Instant): Promise<void>;
};

/** `rootPublicKey` is SPKI DER in base64url; null makes the sandbox use its own root. */
export type Trust = { isSandbox: boolean; rootPublicKey: string | null };

/** `folder` (0700) contains the sandbox's root key; operators copy files of signed keys into it. */
export type KeyPlace = { db: Db; sealer: Sealer; folder: string; log: Log };

/** A key is accepted this long before it becomes valid, because servers' clocks may differ. */
const earlyMs = 120_000;
/** A key is published after being stored this long, because every server must load it first. */
const publishAfterMs = 120_000;

/**
 * Opens the key ring.
 * @throws CannotStart if the root key is missing or wrong, no key is currently valid, or a
 * production server can read a root private key.
 */
export async function openKeyRing(
  place: KeyPlace,
  { isSandbox, rootPublicKey }: Trust,
  wall: Temporal.Instant,
): Promise<KeyRing> {
  const { folder } = place;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isSandbox) refuseRootInReach(folder, rootPublicKey);
  const root = isSandbox ? readRoot(folder) : null;
  if (root && rootPublicKey && spkiOf(root) !== rootPublicKey)
    throw new CannotStart(
      `ROOT_PUBLIC_KEY is not the public part of ${path.join(folder, 'root.pem')}. Leave one of the two out.`,
    );
  const rootPublic = root ? createPublicKey(root) : publicRoot(rootPublicKey);
  const ring = createRing(place, root, rootPublic);
  await ring.refresh(wall);
  if (ring.list(wall).keys.length === 0)
    throw new CannotStart(
      `No envelope key is valid at ${wall}. Sign new ones on the machine with the root key (ops keys mint) and copy them into ${folder}.`,
    );
  return ring;
}

const refreshEveryMs = 60_000;
/** During this period before the last key expires, the log warns at every start and once a day. */
const warnBeforeMs = 7 * mintEveryMs;

/**
 * Refreshes a ring each minute, logs failures, and warns when its keys are running out. After a
 * failure, the keys in memory stay in use.
 * @returns a function that stops the refreshing
 */
export function refreshKeys(
  ring: KeyRing,
  wall: () => Temporal.Instant,
  log: Log,
): () => Promise<void> {
  let warnedAtMs = 0;
  const warn = (at: Temporal.Instant) => {
    const endsAt = ring.endsAt();
    if (endsAt.epochMilliseconds - at.epochMilliseconds > warnBeforeMs || ring.isMinting) return;
    if (at.epochMilliseconds - warnedAtMs < mintEveryMs) return;
    warnedAtMs = at.epochMilliseconds;
    log.warn(`the envelope keys end soon, at ${endsAt}: sign new ones (ops keys mint)`);
  };
  const refresh = async () => {
    const at = wall();
    try {
      await ring.refresh(at);
    } catch (error) {
      log.error('could not refresh the envelope keys', error);
    }
    warn(at);
  };
  warn(wall());
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(refresh);
  }, refreshEveryMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
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

/** A key in memory. `isOurs` is whether our root has signed its list. */
type HeldKey = StoredKey & { keyList: KeyList; isOurs: boolean };

const noList: KeyList = { keys: [], signature: '' };
const noJson = JSON.stringify(noList);
const hasEnded = (key: StoredKey, wall: Temporal.Instant) =>
  key.until.epochMilliseconds <= wall.epochMilliseconds;
const msUntil = (at: Temporal.Instant, wall: Temporal.Instant) =>
  at.epochMilliseconds - wall.epochMilliseconds;

/**
 * Keeps the stored keys in memory. Keys of another root are accepted but not published, because
 * apps that contain that root may still use them.
 */
function createRing(
  { db, sealer, folder, log }: KeyPlace,
  root: KeyObject | null,
  rootPublic: KeyObject,
): KeyRing {
  /** Sorted by start. */
  let held: HeldKey[] = [];
  let privates = new Map<string, KeyObject>();
  let refusals: ReadonlySet<string> = new Set();

  async function refresh(wall: Temporal.Instant): Promise<void> {
    const inbox = {
      folder,
      rootPublic,
      storedKids: async () => new Set((await storedKeys(db)).map(({ kid }) => kid)),
      store: (keys: Parameters<typeof storeKeys>[2]) => storeKeys(db, sealer, keys, wall),
    };
    const files = await importKeyFiles(inbox, wall);
    for (const { file, count } of files.stored)
      log.info(`stored the envelope keys from ${file} in the database and deleted the files`, {
        count,
      });
    let keys = (await storedKeys(db)).map(heldKey);
    if (root && isMintDue(keys, wall)) keys = await mint(root, wall);
    if (keys.some((key) => hasEnded(key, wall))) await deleteExpired(db, wall);
    const damaged = decryptAll(keys, wall);
    held = keys;
    const before = refusals;
    refusals = new Set([...files.refusals, ...damaged]);
    for (const refusal of refusals) if (!before.has(refusal)) log.warn(refusal);
  }

  function heldKey(key: StoredKey): HeldKey {
    const known = held.find(({ kid }) => kid === key.kid);
    if (known) return known;
    const keyList = JSON.parse(key.list) as KeyList;
    return { ...key, keyList, isOurs: isSignedBy(rootPublic, keyList) };
  }

  /** Decrypts the unexpired keys. @returns a message for each key that fails */
  function decryptAll(keys: readonly HeldKey[], wall: Temporal.Instant): string[] {
    const damaged: string[] = [];
    const opened = new Map<string, KeyObject>();
    for (const { kid, sealed } of keys.filter((key) => !hasEnded(key, wall))) {
      try {
        opened.set(kid, privates.get(kid) ?? openKey(kid, sealed));
      } catch {
        damaged.push(
          `The envelope key ${kid} in the database cannot be decrypted and is not used.`,
        );
      }
    }
    privates = opened;
    return damaged;
  }

  const openKey = (kid: string, sealed: Buffer) =>
    createPrivateKey({
      key: sealer.openBytes('envelope key', kid, sealed),
      format: 'der',
      type: 'pkcs8',
    });

  /** Mints the sandbox's due keys. If two servers try, the second finds the first one's keys. */
  async function mint(root: KeyObject, wall: Temporal.Instant): Promise<HeldKey[]> {
    return await inTx(db, async (tx) => {
      await lockMinting(tx);
      const read = async () => (await storedKeys(tx)).map(heldKey);
      let keys = await read();
      while (isMintDue(keys, wall)) {
        const newest = newestOurs(keys);
        const dueMs = newest ? newest.from.epochMilliseconds + mintEveryMs : 0;
        const from = dueMs > wall.epochMilliseconds ? atMs(dueMs) : wall;
        const { key, privateKey } = mintKey(from);
        const earlier = newest?.keyList.keys.filter(({ until }) => until > key.from) ?? [];
        const list = signedList(root, [key, ...earlier]);
        await storeKeys(tx, sealer, [{ list, privateKey }], wall);
        keys = await read();
      }
      return keys;
    });
  }

  function publishedKey(wall: Temporal.Instant): HeldKey | undefined {
    const valid = held.filter(
      (key) =>
        key.isOurs && privates.has(key.kid) && msUntil(key.from, wall) <= 0 && !hasEnded(key, wall),
    );
    return valid.findLast((key) => msUntil(key.storedAt, wall) <= -publishAfterMs) ?? valid.at(-1);
  }

  return {
    refresh,
    list: (wall) => publishedKey(wall)?.keyList ?? noList,
    listJson: (wall) => publishedKey(wall)?.list ?? noJson,
    endsAt: () =>
      atMs(
        Math.max(0, ...held.filter((key) => key.isOurs).map((key) => key.until.epochMilliseconds)),
      ),
    isMinting: root !== null,
    find(kid, wall) {
      const key = held.find((each) => each.kid === kid);
      const isAccepted = key && !hasEnded(key, wall) && msUntil(key.from, wall) <= earlyMs;
      return isAccepted ? (privates.get(kid) ?? null) : null;
    },
  };
}

const atMs = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs);

const newestOurs = (keys: readonly HeldKey[]) => keys.findLast((key) => key.isOurs);

/** Whether the next key is due: a day before its use, which is when the newest key begins. */
function isMintDue(keys: readonly HeldKey[], wall: Temporal.Instant): boolean {
  const newest = newestOurs(keys);
  return !newest || msUntil(newest.from, wall) <= 0;
}
