// Settings that operators change at run time: the config of spec §3 and the switches. Cached
// briefly, so that a change takes effect on every server within five seconds.
import { zConfig } from '@sandali/contract/settings.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Read } from '#/db/database.ts';
import { onePart } from '#/db/snapshot.ts';
import { inventedLender, type LenderData } from '#/platform/lender.ts';

/** All settings of `ops config`: those that clients see, and those that only the server uses. */
export const zSettings = v.object({
  ...zConfig.entries,
  /**
   * Centavos that may be lent on one business day, which begins at 10:00 in Manila; null means no
   * limit.
   */
  dailyBudgetCentavos: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Kill switches. */
  payoutsOn: v.boolean(),
  applicationsOn: v.boolean(),
  smsOn: v.boolean(),
  /**
   * Gateways that are switched off, such as `bank.sandbox` and `sms.twilio`, and payout channels
   * that are not offered, such as `payout.pawnshop` (context/switches.ts).
   */
  gatewaysOff: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(bank|sms|payout)\.\w{1,40}$/))),
    v.maxLength(20),
  ),
  /**
   * Whether the sandbox applies the limits and hours of InstaPay and PESONet. In production, the
   * gateway's own limits always apply.
   */
  sandboxRails: v.boolean(),
  /**
   * The percentage of a pay period's income that may fall due within that period. No law sets it
   * (docs/decisions/0030).
   */
  dueShareMostPercent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /**
   * What happens to an applicant whose income is too low for any loan within that share: review by
   * a person, or refusal.
   */
  belowShare: v.picklist(['person', 'refuse']),
  /**
   * Minutes within calling hours after which an unassigned application raises an alarm.
   */
  reviewAlarmMinutes: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(5000)),
  /** Days of 24 hours after which a proposed limit expires. */
  reviewProposalDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
});
export type SettingValues = v.InferOutput<typeof zSettings>;
export type SettingName = keyof SettingValues;

/** The default settings. The environment overrides those about the lender. */
export const defaultSettings: SettingValues = {
  ...inventedLender,
  smsSwitch: true,
  downloadUrl: '',
  announcement: '',
  loanApplyAnnouncement: '',
  repaymentAnnouncement: '',
  copyWritingMap: {},
  appDownload: false,
  minVersion: { web: '0', native: '0' },
  requireBankCard: false,
  reviewMinutesMin: 2,
  reviewMinutesMax: 5,
  dailyBudgetCentavos: null,
  payoutsOn: true,
  applicationsOn: true,
  smsOn: true,
  gatewaysOff: [],
  sandboxRails: false,
  dueShareMostPercent: 50,
  belowShare: 'person',
  reviewAlarmMinutes: 30,
  reviewProposalDays: 3,
};

/** The fixed settings of a drill. */
export const settingsOfDrill = { payoutsOn: false, smsOn: false } as const;

const cachedMs = 2000;

export type Settings = {
  all(): Promise<SettingValues>;
  /** The settings that /config/query shows. */
  shown(): Promise<v.InferOutput<typeof zConfig>>;
  /**
   * All settings with their version, which changes whenever a setting does (`settingsVersionPart`).
   */
  versioned(): Promise<{ values: SettingValues; version: string }>;
  /** Clears the cache, so the next read queries the database. */
  forget(): void;
  /** Returns a reader that is fixed to the current settings. */
  pin(): Promise<Settings>;
};

/**
 * Creates a cached reader of a database's settings. `wallMs` returns wall time in ms; `lender`
 * contains the environment's values; `fixed` has precedence over both.
 */
export function createSettings(
  db: Read,
  wallMs: () => number,
  lender: LenderData,
  fixed: Partial<SettingValues> = {},
): Settings {
  let cached: { values: SettingValues; version: string; at: number } | null = null;
  async function versioned() {
    const now = wallMs();
    if (cached && now - cached.at < cachedMs && now >= cached.at) return cached;
    const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
    const values = {
      ...defaultSettings,
      ...lender,
      ...Object.fromEntries(rows.map((row) => [row.name, row.value])),
      ...fixed,
    };
    const version = rows.reduce((sum, row) => sum + row.version, 0n).toString();
    cached = { values: v.parse(zSettings, values), version, at: now };
    return cached;
  }
  const forget = () => {
    cached = null;
  };
  const from = (read: Settings['versioned']): Settings => ({
    all: async () => (await read()).values,
    versioned: read,
    shown: async () => v.parse(zConfig, (await read()).values),
    forget,
    pin: async () => {
      const current = await versioned();
      return from(async () => current);
    },
  });
  return from(versioned);
}

/**
 * The version of the settings: the sum of the rows' versions. Each change increments its row, and
 * rows are never deleted.
 */
export const settingsVersionPart = onePart(
  (db) =>
    db.selectFrom('settings').select(sql<string>`coalesce(sum(version), 0)::text`.as('version')),
  (row) => row?.version ?? '0',
);

/**
 * Stores a checked setting and who changed it; the caller writes the audit row. The database
 * refuses settings that need two approvers unless `changeId` is the confirmed change.
 */
export async function storeSetting(
  tx: Read,
  name: string,
  value: unknown,
  who: string,
  at: Temporal.Instant,
  changeId: string | null = null,
): Promise<void> {
  await tx
    .insertInto('settings')
    .values({
      name,
      value: JSON.stringify(value),
      changed_at: at,
      changed_by: who,
      change_id: changeId,
    })
    .onConflict((clash) =>
      clash.column('name').doUpdateSet({
        value: JSON.stringify(value),
        changed_at: at,
        changed_by: who,
        change_id: changeId,
        version: sql`settings.version + 1`,
      }),
    )
    .execute();
}
