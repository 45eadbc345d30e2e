// What an operator may change while the product runs: the config of spec §3 and the switches. Read
// from the database, kept for a short while, so that a change is in force on every server within
// five seconds.
import { zConfig } from '@sandali/contract/settings.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Read } from '#/db/database.ts';
import { onePart } from '#/db/snapshot.ts';
import { inventedLender, type LenderData } from '#/platform/lender.ts';

/** Everything that `ops config` may set: what clients see, and what only the server uses. */
export const zSettings = v.object({
  ...zConfig.entries,
  /**
   * Pesos in centavos that may be lent on one business day; null means no limit. Reopens at 10:00
   * Manila.
   */
  dailyBudgetCentavos: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Kill switches. */
  payoutsOn: v.boolean(),
  applicationsOn: v.boolean(),
  smsOn: v.boolean(),
  /**
   * Gateways that are given nothing to do, as `bank.sandbox` and `sms.twilio`, and ways to be paid
   * that are not offered, as `payout.pawnshop` (context/switches.ts).
   */
  gatewaysOff: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(bank|sms|payout)\.\w{1,40}$/))),
    v.maxLength(20),
  ),
  /**
   * Whether the sandbox plays InstaPay and PESONet as in life, with their limits and hours. Live,
   * the gateway's own rails hold always.
   */
  sandboxRails: v.boolean(),
  /**
   * How much of a pay period's income may fall due within it, in percent: no law names a share
   * (docs/decisions/0030).
   */
  dueShareMostPercent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  /**
   * What becomes of an application whose income carries no loan by that share: a person may decide,
   * or it cannot be sent.
   */
  belowShare: v.picklist(['person', 'refuse']),
  /**
   * Minutes, of those in which people are phoned, after which an application that nobody has taken
   * raises an alarm.
   */
  reviewAlarmMinutes: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(5000)),
  /** Days of 24 hours after which a proposed limit lapses. */
  reviewProposalDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)),
});
export type SettingValues = v.InferOutput<typeof zSettings>;
export type SettingName = keyof SettingValues;

/** The settings before any is stored; those of the lender come from the environment. */
export const defaultSettings: SettingValues = {
  ...inventedLender,
  fbUrl: 'https://www.facebook.com/sandali.example',
  fbAccount: 'Sandali',
  smsSwitch: true,
  downloadUrl: '',
  announcement: '',
  loanApplyAnnouncement: '',
  repaymentAnnouncement: '',
  copyWritingMap: {},
  appDownload: false,
  serviceHours: '9:00–18:00',
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

const keptMs = 2000;

export type Settings = {
  all(): Promise<SettingValues>;
  /** The part that /config/query shows, beside what the environment says. */
  shown(): Promise<v.InferOutput<typeof zConfig>>;
  /** The same with its version, which moves with every change (`settingsVersionPart`). */
  versioned(): Promise<{ values: SettingValues; version: string }>;
  /** Clears the cache, so that the next read asks the database. */
  forget(): void;
};

/**
 * Settings over a database; `wallMs` is real time in milliseconds, `lender` what the environment
 * says of it.
 */
export function createSettings(db: Read, wallMs: () => number, lender: LenderData): Settings {
  let kept: { values: SettingValues; version: string; at: number } | null = null;
  async function versioned() {
    const now = wallMs();
    if (kept && now - kept.at < keptMs && now >= kept.at) return kept;
    const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
    const values = {
      ...defaultSettings,
      ...lender,
      ...Object.fromEntries(rows.map((row) => [row.name, row.value])),
    };
    const version = rows.reduce((sum, row) => sum + row.version, 0n).toString();
    kept = { values: v.parse(zSettings, values), version, at: now };
    return kept;
  }
  const all = async () => (await versioned()).values;
  return {
    all,
    versioned,
    shown: async () => v.parse(zConfig, await all()),
    forget: () => {
      kept = null;
    },
  };
}

/**
 * The version of the settings in the database: no setting is ever deleted, and each change counts
 * its row up.
 */
export const settingsVersionPart = onePart(
  (db) =>
    db.selectFrom('settings').select(sql<string>`coalesce(sum(version), 0)::text`.as('version')),
  (row) => row?.version ?? '0',
);

/**
 * Stores a checked setting and who changed it; the caller writes the audit row. Without the
 * confirmed change (`changeId`) the database refuses settings that take two people.
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
