// /config/query: the configuration that the app needs before a login.
import * as v from 'valibot';
import { call } from './call.ts';
import { zChains, zCounters } from './channel.ts';
import { zMinVersion } from './init.ts';
import { locales } from './locale.ts';

const httpsLink = v.pipe(v.string(), v.maxLength(300), v.url(), v.startsWith('https://'));
const short = v.pipe(v.string(), v.maxLength(120));
const announcement = v.pipe(v.string(), v.maxLength(600));

/** The texts that staff override, by language and text key. */
const zCopyWritingMap = v.record(
  v.picklist(locales),
  v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(500))),
);

/** The configuration from spec §3, with our additions. An empty announcement is not shown. */
export const zConfig = v.object({
  telephone: short,
  fbUrl: v.union([v.literal(''), httpsLink]),
  fbAccount: short,
  smsSwitch: v.boolean(),
  companyName: short,
  companyRegNumber: short,
  companyAuthNumber: short,
  /** The registered address, as printed on documents. */
  companyAddress: v.pipe(v.string(), v.maxLength(200)),
  /**
   * The address or number of the Data Protection Officer (RA 10173). If empty, use the telephone.
   */
  dpoContact: short,
  downloadUrl: v.union([v.literal(''), httpsLink]),
  announcement,
  loanApplyAnnouncement: announcement,
  repaymentAnnouncement: announcement,
  copyWritingMap: zCopyWritingMap,
  appDownload: v.boolean(),
  serviceHours: short,
  minVersion: zMinVersion,
  requireBankCard: v.boolean(),
  reviewMinutesMin: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)),
  reviewMinutesMax: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)),
});

/** The configuration for clients: the settings above, and values from the server's environment. */
const zShownConfig = v.object({
  ...zConfig.entries,
  /**
   * Whether a reviewer decides every first application, so the app cannot promise a quick decision.
   */
  firstLineNeedsPerson: v.boolean(),
  /** Chains of shops where money is collected and paid, from the catalogue. */
  chains: zChains,
  /** Counters that pay out cash pickups and cardless withdrawals, from the catalogue. */
  counters: zCounters,
  /**
   * How far business time, which determines days and dates, is ahead of wall time; 0 except in the
   * sandbox.
   */
  businessAheadMs: v.pipe(v.number(), v.integer()),
});
export type Config = v.InferOutput<typeof zShownConfig>;

/** The server's configuration, as far as a client may see it. */
export const configQuery = call({
  path: '/config/query',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({}),
  data: zShownConfig,
  refusals: [],
});
