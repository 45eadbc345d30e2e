// Rate limits for everything that can be tried without a session. A caller who has proven something
// that a stranger cannot know has separate limits, so that strangers cannot use up the owner's.
// Strangers share theirs with all callers from the same network, and together have the smaller part
// of the budget for codes.
import { dayMs, hourMs } from '@sandali/contract/day.ts';
import type { RateLimit } from '#/context/rate-limit.ts';
import type { NetKind } from '#/platform/nets.ts';
import type { CountedNet } from './address.ts';

/**
 * Who asks for a code: somebody logged in, on a device that the number's owner has used, after that
 * owner's right password, or anybody.
 */
export type Asker = 'session' | 'knownDevice' | 'rightPassword' | 'stranger';

/** Number, block and networks are keyed hashes in hex; `own` names the asker's own limits. */
export type CodeAskers = {
  asker: Asker;
  own: string;
  number: string;
  block: string;
  deviceId: string;
  borrowerId: string | null;
  isNewNumber: boolean;
  nets: readonly CountedNet[];
};

/**
 * All codes together are what we can pay for in an hour, and how many of them may be for strangers;
 * the rest is kept for owners.
 */
export const codesAnHour = 2000;
export const codesOfStrangersAnHour = 800;

type Limits = Readonly<Record<NetKind, number>>;
/**
 * Codes an hour for the strangers of a network, and how many of them come without a picture. A
 * carrier puts thousands of phones behind one IPv4 address, and gives each phone a separate /64 in
 * IPv6.
 */
const codesOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 600, home: 600, site: 650, carrier: 700 },
  6: { host: 30, home: 60, site: 100, carrier: 600 },
};
/**
 * The host's own are counted by its codes (`sendsWithoutPicture`), whether asked for in a session
 * or not.
 */
const freeOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 600, home: 600, site: 50, carrier: 200 },
  6: { host: 30, home: 4, site: 10, carrier: 200 },
};
/**
 * Pictures, challenges for passkeys, and wrong passwords an hour: most of a carrier's customers
 * read more than one picture.
 */
const triesOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 1500, home: 1500, site: 2000, carrier: 3000 },
  6: { host: 300, home: 300, site: 600, carrier: 3000 },
};
/** Recoveries a day: few people lose both phone and number. */
const recoveriesOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 50, home: 50, site: 100, carrier: 300 },
  6: { host: 10, home: 20, site: 50, carrier: 300 },
};
/**
 * Of one number: codes an hour and a day, and wrong passwords an hour, for the strangers of a
 * network and for all of them.
 */
const codesOfNumber: Limits = { host: 5, home: 5, site: 5, carrier: 8 };
const passwordsOfNumber: Limits = { host: 10, home: 10, site: 10, carrier: 20 };
const ofNumberInAll = { codes: 12, passwords: 60 };

const hourly = (name: string, limit: number): RateLimit => ({
  name,
  limit,
  windowMs: hourMs,
  slides: true,
});
const daily = (name: string, limit: number): RateLimit => ({
  name,
  limit,
  windowMs: dayMs,
  slides: true,
});
const both = (name: string, limit: number): RateLimit[] => [
  hourly(`${name}:hour`, limit),
  daily(`${name}:day`, 2 * limit),
];

/**
 * The limits of strangers at a number. Answers tell of `own`, which this device alone uses, and of
 * `shared`, which networks use for all numbers. They never tell of `ofNumber`, which others use
 * too.
 */
export type StrangersLimits = { own: RateLimit[]; ofNumber: RateLimit[]; shared: RateLimit[] };

/**
 * What strangers take together: how much of it is taken says how much work the next of them is
 * given.
 */
export const strangersRateLimit = hourly('sms:strangers', codesOfStrangersAnHour);

/**
 * The rate limits that sending a code counts on, always in this order; the one shared by all is
 * last, because every caller waits for it.
 */
export function codeRateLimits(asked: CodeAskers): StrangersLimits {
  const { own, ofNumber, shared } = asked.asker === 'stranger' ? ofStranger(asked) : ofOwner(asked);
  return { own, ofNumber, shared: [...shared, hourly('sms:all', codesAnHour)] };
}

/** A number that a borrower wants to move to may be asked for by other borrowers too. */
function ofOwner({ asker, own, number, borrowerId, isNewNumber }: CodeAskers): StrangersLimits {
  const ofSession = borrowerId === null ? [] : both(`sms:session:${borrowerId}`, 10);
  const ofNumber = isNewNumber ? both(`sms:newPhone:${number}`, ofNumberInAll.codes) : [];
  return { own: [...both(`sms:${asker}:${number}:${own}`, 5), ...ofSession], ofNumber, shared: [] };
}

/**
 * A number may be somebody's own, a device is what a client says it is; a block of 10,000 numbers
 * with one beginning is what a premium-rate fraud walks through.
 */
function ofStranger({ number, block, deviceId, nets }: CodeAskers): StrangersLimits {
  const ofNets = networkRateLimits(nets).flatMap(({ name, limit }) => [
    hourly(name, limit),
    daily(`${name}:day`, 5 * limit),
  ]);
  return {
    own: [
      ...both(`sms:stranger:${number}:device:${deviceId}`, 5),
      daily(`sms:device:${deviceId}`, 20),
    ],
    ofNumber: [
      ...numberFrom(`sms:stranger:${number}`, nets, codesOfNumber).flatMap(({ name, limit }) =>
        both(name, limit),
      ),
      ...both(`sms:stranger:${number}`, ofNumberInAll.codes),
      hourly(`sms:block:${block}`, 200),
    ],
    shared: [...ofNets, strangersRateLimit],
  };
}

/** What strangers of each network take by the hour, with how many of them see no picture. */
export function networkRateLimits(nets: readonly CountedNet[]): (RateLimit & { free: number })[] {
  return nets.map(({ kind, version, hash }) => ({
    ...hourly(`sms:net:${hash}`, codesOfNet[version][kind]),
    free: freeOfNet[version][kind],
  }));
}

/** What a number's strangers take in each of their networks; those who come over none share one. */
function numberFrom(
  name: string,
  nets: readonly CountedNet[],
  limits: Limits,
): { name: string; limit: number }[] {
  if (nets.length === 0) return [{ name: `${name}:here`, limit: limits.host }];
  return nets.map(({ kind, hash }) => ({ name: `${name}:${hash}`, limit: limits[kind] }));
}

/** Tries of one kind from a device and from each of its networks. */
function tries(
  kind: 'picture' | 'passkey',
  deviceId: string,
  nets: readonly CountedNet[],
): RateLimit[] {
  const ofNets = nets.map((net) =>
    hourly(`${kind}:net:${net.hash}`, triesOfNet[net.version][net.kind]),
  );
  return [hourly(`${kind}:device:${deviceId}`, 30), ...ofNets];
}

/** Pictures that are drawn for a device and its networks: drawing costs more than asking. */
export function pictureRateLimits(deviceId: string, nets: readonly CountedNet[]): RateLimit[] {
  return tries('picture', deviceId, nets);
}

/** Challenges for passkeys, by device and networks: each is good for one try, right or wrong. */
export function passkeyRateLimits(deviceId: string, nets: readonly CountedNet[]): RateLimit[] {
  return tries('passkey', deviceId, nets);
}

/** Wrong passwords for a number on a device that its owner has used before: counted separately. */
export function loginOnKnownDevice(number: string, deviceId: string): RateLimit[] {
  return [hourly(`login:${number}:${deviceId}`, 10)];
}

/**
 * Wrong passwords of strangers: for the number in each of their networks and in all, and for their
 * networks over all numbers. An owner with a new phone comes from another network than an attacker,
 * and has tries left there.
 */
export function loginOfStranger(
  number: string,
  deviceId: string,
  nets: readonly CountedNet[],
): StrangersLimits {
  return {
    own: [hourly(`login:${number}:stranger:${deviceId}`, 10)],
    ofNumber: [
      ...numberFrom(`login:${number}`, nets, passwordsOfNumber).map(({ name, limit }) =>
        hourly(name, limit),
      ),
      hourly(`login:${number}`, ofNumberInAll.passwords),
    ],
    shared: nets.map(({ kind, version, hash }) =>
      hourly(`login:net:${hash}`, triesOfNet[version][kind]),
    ),
  };
}

/**
 * Recoveries begun in a day from a device and from its networks. The account's number has no limit:
 * the answer would tell that somebody recovers it, and strangers could use the limit up for the
 * owner. Each recovery needs a code to another number.
 */
export function recoveryRateLimits(deviceId: string, nets: readonly CountedNet[]): RateLimit[] {
  const ofNets = nets.map(({ kind, version, hash }) =>
    daily(`recovery:net:${hash}`, recoveriesOfNet[version][kind]),
  );
  return [daily(`recovery:device:${deviceId}`, 5), ...ofNets];
}

/**
 * How much more is required of strangers while many of them request codes: 0 while less than a
 * quarter of their codes is used, then 1 (a picture for the first code too), 2 and 3 from each
 * further quarter on. Each step doubles the work of the sum that may replace a picture.
 */
export function pressureOf(takenByStrangers: number): 0 | 1 | 2 | 3 {
  return Math.min(3, Math.floor((4 * takenByStrangers) / codesOfStrangersAnHour)) as 0 | 1 | 2 | 3;
}
