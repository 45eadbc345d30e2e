// /config/query: what the program must know before anybody has logged in.
import * as v from 'valibot';
import { call } from './call.ts';
import { zChains, zCounters } from './channel.ts';
import { zMinVersion } from './init.ts';
import { locales } from './locale.ts';

const httpsLink = v.pipe(v.string(), v.maxLength(300), v.url(), v.startsWith('https://'));
const short = v.pipe(v.string(), v.maxLength(120));
const announcement = v.pipe(v.string(), v.maxLength(600));

/** The texts an operator overrides, by language and text key. */
const zCopyWritingMap = v.record(
  v.picklist(locales),
  v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(500))),
);

/** The configuration of spec §3, with our additions. An empty announcement is not shown. */
export const zConfig = v.object({
  telephone: short,
  fbUrl: v.union([v.literal(''), httpsLink]),
  fbAccount: short,
  smsSwitch: v.boolean(),
  companyName: short,
  companyRegNumber: short,
  companyAuthNumber: short,
  /** The registered address, as it stands on papers. */
  companyAddress: v.pipe(v.string(), v.maxLength(200)),
  /**
   * How the Data Protection Officer is reached (RA 10173): an address or a number. Empty: through
   * the telephone.
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

/** What a client is shown: the settings above, and what only the server's environment says. */
const zShownConfig = v.object({
  ...zConfig.entries,
  /** A person looks at every first application, so that no minutes are promised for its answer. */
  firstLineNeedsPerson: v.boolean(),
  /** The chains of shops by which money is collected and paid, from the catalogue. */
  chains: zChains,
  /** Who pays out cash pickups and cardless withdrawals, from the catalogue. */
  counters: zCounters,
  /**
   * How far business time, by which days and dates go, is ahead of real time: 0 but in the sandbox.
   */
  businessAheadMs: v.pipe(v.number(), v.integer()),
});
export type Config = v.InferOutput<typeof zShownConfig>;

/** The server's configuration that a client may see. */
export const configQuery = call({
  path: '/config/query',
  who: 'anyone',
  kind: 'read',
  request: v.strictObject({}),
  data: zShownConfig,
  refusals: [],
});
