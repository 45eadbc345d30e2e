// The context of every verb: configuration, clocks, the database, keys, and ports to the outside.
// Created once, in app.ts.
import type { Holidays } from '@sandali/contract/day.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { Files } from '#/adapters/files/port.ts';
import type { Push } from '#/adapters/push/port.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import type { Db } from '#/db/database.ts';
import type { Queue } from '#/db/queue.ts';
import type { Standby } from '#/db/standby.ts';
import type { Clocks } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import type { Log } from '#/platform/log.ts';
import type { Metrics } from '#/platform/metrics.ts';
import type { Sealer } from '#/platform/seal.ts';
import type { Calendar } from './calendar.ts';
import type { Notices } from './notices.ts';
import type { RulesOn } from './rules.ts';
import type { Settings } from './settings.ts';

/** The slices add their ports with `declare module` in their ports.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Ports {}

export type AppContext = {
  config: Config;
  clocks: Clocks;
  log: Log;
  metrics: Metrics;
  sealer: Sealer;
  db: Db;
  /** Where lists of staff may be read; null without DATABASE_READ_URL. */
  standby: Standby | null;
  settings: Settings;
  queue: Queue;
  /** The gateway for new payouts and payment codes. */
  bank: Bank;
  /**
   * Former gateways, whose payouts, webhooks and settlement reports are still read
   * (gateway/routing.ts).
   */
  earlierBanks: readonly Bank[];
  files: Files;
  /** The SMS gateways, in the order in which they are attempted. */
  sms: readonly Sms[];
  push: Push;
  notices: Notices;
  /** Functions of higher slices that lower slices call; app.ts connects them. */
  ports: Ports;
  /** The products and their prices. */
  catalogue: Catalogue;
  /** Non-working days besides Saturday and Sunday, as `calendar` knows them now. */
  readonly holidays: Holidays;
  calendar: Calendar;
  /** The business numbers that apply on a day, as read when the server started. */
  rulesOn: RulesOn;
  /**
   * Wakes the worker as soon as a row for it is committed. Otherwise, the worker would wait until
   * its next poll.
   */
  wake(): void;
};
