// Rate limits for every attempt without a session. Strangers in a network share its limits. A
// caller with some proof has separate limits, which strangers cannot use up.
import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { deviceAttempts } from '#/account/rules.ts';
import type { SlidingLimit } from '#/context/rate-limit.ts';
import type { NetKind } from '#/platform/nets.ts';
import type { CountedNet } from './address.ts';

/**
 * Who requests a code: a session, a device that the number's owner has used, a caller who sent the
 * correct password, or a stranger.
 */
export type Asker = 'session' | 'knownDevice' | 'rightPassword' | 'stranger';

/**
 * The number, block and networks are keyed hashes in hex. `own` is the name of the caller's own
 * limits.
 */
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

/** How many codes we can afford per hour, and how many of them strangers may request. */
export const codesAnHour = 2000;
export const codesOfStrangersAnHour = 800;

type Limits = Readonly<Record<NetKind, number>>;
/**
 * Codes per hour for all strangers in a network. A carrier puts thousands of phones behind one IPv4
 * address, but gives each phone its own /64 in IPv6.
 */
const codesOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 600, home: 600, site: 650, carrier: 700 },
  6: { host: 30, home: 60, site: 100, carrier: 600 },
};
/**
 * Codes per hour that a network gets without a picture code. A host's limit counts all its codes,
 * with or without a session (`sendsWithoutPicture`).
 */
const freeOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 600, home: 600, site: 50, carrier: 200 },
  6: { host: 30, home: 4, site: 10, carrier: 200 },
};
/**
 * Pictures, passkey challenges and wrong passwords per hour. A carrier's limit is high, because
 * most of its customers need more than one picture.
 */
const attemptsOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 1500, home: 1500, site: 2000, carrier: 3000 },
  6: { host: 300, home: 300, site: 600, carrier: 3000 },
};
/** Recoveries per day. The limits are low, because few people lose both phone and number. */
const recoveriesOfNet: Readonly<Record<4 | 6, Limits>> = {
  4: { host: 50, home: 50, site: 100, carrier: 300 },
  6: { host: 10, home: 20, site: 50, carrier: 300 },
};
/**
 * Limits per number, for strangers in one network and for all strangers: codes per hour (twice as
 * many per day) and wrong passwords per hour.
 */
const codesOfNumber: Limits = { host: 5, home: 5, site: 5, carrier: 8 };
const passwordsOfNumber: Limits = { host: 10, home: 10, site: 10, carrier: 20 };
const ofNumberInAll = { codes: 12, passwords: 60 };

const hourly = (name: string, limit: number): SlidingLimit => ({
  name,
  limit,
  windowMs: hourMs,
  slides: true,
});
const daily = (name: string, limit: number): SlidingLimit => ({
  name,
  limit,
  windowMs: dayMs,
  slides: true,
});
const hourlyAndDaily = (name: string, limit: number): SlidingLimit[] => [
  hourly(`${name}:hour`, limit),
  daily(`${name}:day`, 2 * limit),
];

/**
 * Limits on strangers for a number. Responses may reveal that `own` (this device) or `shared` (its
 * networks, for all numbers) is used up, but not that `ofNumber` is, because other people use it
 * too.
 */
export type StrangersLimits = {
  own: SlidingLimit[];
  ofNumber: SlidingLimit[];
  shared: SlidingLimit[];
};

/**
 * The limit on all strangers together. Its use determines how much work the next stranger must do.
 */
export const strangersRateLimit = hourly('sms:strangers', codesOfStrangersAnHour);

/**
 * Returns the rate limits that count a code, to lock in the order `ofNumber`, `own`, `shared`. The
 * limit shared by all callers is last, because each of them waits for its lock.
 */
export function codeRateLimits(askers: CodeAskers): StrangersLimits {
  const { own, ofNumber, shared } =
    askers.asker === 'stranger' ? ofStranger(askers) : ofOwner(askers);
  return { own, ofNumber, shared: [...shared, hourly('sms:all', codesAnHour)] };
}

/**
 * Returns the limits on a known caller. Several borrowers can request codes to one new number, so
 * these codes have a separate limit.
 */
function ofOwner({ asker, own, number, borrowerId, isNewNumber }: CodeAskers): StrangersLimits {
  const ofSession = borrowerId === null ? [] : hourlyAndDaily(`sms:session:${borrowerId}`, 10);
  const ofNumber = isNewNumber ? hourlyAndDaily(`sms:newPhone:${number}`, ofNumberInAll.codes) : [];
  return {
    own: [...hourlyAndDaily(`sms:${asker}:${number}:${own}`, 5), ...ofSession],
    ofNumber,
    shared: [],
  };
}

/**
 * Returns the limits on a stranger, who can make up the number and the device. Premium-rate fraud
 * uses a block of 10,000 numbers with the same leading digits, so each block has a limit too.
 */
function ofStranger({ number, block, deviceId, nets }: CodeAskers): StrangersLimits {
  const ofNets = networkRateLimits(nets).flatMap(({ name, limit }) => [
    hourly(name, limit),
    daily(`${name}:day`, 5 * limit),
  ]);
  return {
    own: [
      ...hourlyAndDaily(`sms:stranger:${number}:device:${deviceId}`, 5),
      daily(`sms:device:${deviceId}`, 20),
    ],
    ofNumber: [
      ...numberFrom(`sms:stranger:${number}`, nets, codesOfNumber).flatMap(({ name, limit }) =>
        hourlyAndDaily(name, limit),
      ),
      ...hourlyAndDaily(`sms:stranger:${number}`, ofNumberInAll.codes),
      hourly(`sms:block:${block}`, 200),
    ],
    shared: [...ofNets, strangersRateLimit],
  };
}

/**
 * Returns the hourly limits on strangers' codes in each network; the first `free` codes do not need
 * a picture code.
 */
export function networkRateLimits(
  nets: readonly CountedNet[],
): (SlidingLimit & { free: number })[] {
  return nets.map(({ kind, version, hash }) => ({
    ...hourly(`sms:net:${hash}`, codesOfNet[version][kind]),
    free: freeOfNet[version][kind],
  }));
}

/**
 * Returns the limits on a number for strangers, one per network; callers without a network share a
 * limit.
 */
function numberFrom(
  name: string,
  nets: readonly CountedNet[],
  limits: Limits,
): { name: string; limit: number }[] {
  if (nets.length === 0) return [{ name: `${name}:here`, limit: limits.host }];
  return nets.map(({ kind, hash }) => ({ name: `${name}:${hash}`, limit: limits[kind] }));
}

/**
 * Returns the limits for pictures or passkey challenges, per device and for each of its networks.
 */
function attemptLimits(
  kind: 'picture' | 'passkey',
  deviceId: string,
  nets: readonly CountedNet[],
): SlidingLimit[] {
  const ofNets = nets.map((net) =>
    hourly(`${kind}:net:${net.hash}`, attemptsOfNet[net.version][net.kind]),
  );
  return [hourly(`${kind}:device:${deviceId}`, 30), ...ofNets];
}

/** Limits pictures per device and network, because drawing a picture is slow. */
export function pictureRateLimits(deviceId: string, nets: readonly CountedNet[]): SlidingLimit[] {
  return attemptLimits('picture', deviceId, nets);
}

/** Limits passkey challenges per device and network; each challenge allows one answer. */
export function passkeyRateLimits(deviceId: string, nets: readonly CountedNet[]): SlidingLimit[] {
  return attemptLimits('passkey', deviceId, nets);
}

/**
 * Limits wrong passwords on a device that the number's owner has used. Strangers' attempts do not
 * count towards this limit.
 */
export function loginOnKnownDevice(number: string, deviceId: string): SlidingLimit[] {
  return [hourly(`login:${number}:${deviceId}`, deviceAttempts)];
}

/**
 * Limits strangers' wrong passwords per number and network. An owner with a new phone still has
 * attempts, because their network differs from an attacker's.
 */
export function loginOfStranger(
  number: string,
  deviceId: string,
  nets: readonly CountedNet[],
): StrangersLimits {
  return {
    own: [hourly(`login:${number}:stranger:${deviceId}`, deviceAttempts)],
    ofNumber: [
      ...numberFrom(`login:${number}`, nets, passwordsOfNumber).map(({ name, limit }) =>
        hourly(name, limit),
      ),
      hourly(`login:${number}`, ofNumberInAll.passwords),
    ],
    shared: nets.map(({ kind, version, hash }) =>
      hourly(`login:net:${hash}`, attemptsOfNet[version][kind]),
    ),
  };
}

/**
 * Limits recoveries per day for each device and network. There is no limit for the account's
 * number, because strangers could use it up or learn from it. Each recovery also needs a code sent
 * to another number.
 */
export function recoveryRateLimits(deviceId: string, nets: readonly CountedNet[]): SlidingLimit[] {
  const ofNets = nets.map(({ kind, version, hash }) =>
    daily(`recovery:net:${hash}`, recoveriesOfNet[version][kind]),
  );
  return [daily(`recovery:device:${deviceId}`, 5), ...ofNets];
}

/**
 * Returns the load from strangers in steps: 0 below a quarter of their hourly codes, then one step
 * per quarter. From step 1 on, a caller's first code needs a picture; each step doubles the proof
 * of work.
 */
export function pressureOf(usedByStrangers: number): 0 | 1 | 2 | 3 {
  return Math.min(3, Math.floor((4 * usedByStrangers) / codesOfStrangersAnHour)) as 0 | 1 | 2 | 3;
}
