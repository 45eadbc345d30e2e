// Builds the app from its ports. ports.ts connects slices to the slices above them.
import type { KeyObject } from 'node:crypto';
import type { Locale } from '@sandali/contract/locale.ts';
import { Hono } from 'hono';
import { sessions } from '#/account/account.ts';
import { accountCalls } from '#/account/calls.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import { drillBank, drillFiles, drillPush, drillSms } from '#/adapters/drill.ts';
import type { Files } from '#/adapters/files/port.ts';
import { measuredBank, measuredSms } from '#/adapters/measured.ts';
import type { Push } from '#/adapters/push/port.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import { caseCalls } from '#/cases/calls.ts';
import { transferCases } from '#/cases/cases.ts';
import { reminderCalls } from '#/closing/calls.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Calendar } from '#/context/calendar.ts';
import { workCtx } from '#/context/ctx.ts';
import type { RulesOn } from '#/context/rules.ts';
import type { Served } from '#/context/serve.ts';
import { createSettings, settingsOfDrill } from '#/context/settings.ts';
import { couponCalls } from '#/coupon/calls.ts';
import { creditCalls } from '#/credit/calls.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { catalogueById } from '#/data/catalogues.ts';
import { whyRulesFail } from '#/data/review-rules.ts';
import type { Db } from '#/db/database.ts';
import type { Handlers as JobHandlers, Queue } from '#/db/queue.ts';
import { openStandby } from '#/db/standby.ts';
import { documentCalls } from '#/documents/calls.ts';
import { storeEvents } from '#/gateway/inbox.ts';
import { servedCatalogue } from '#/gateway/limits.ts';
import { webhooks } from '#/gateway/webhooks.ts';
import { homeCalls } from '#/home/calls.ts';
import { alarmOfProxies, onlyByTls } from '#/http/headers.ts';
import type { KeyRing } from '#/http/keys.ts';
import type { RouterOptions } from '#/http/opened-call.ts';
import { createRouter } from '#/http/router.ts';
import { limitCalls } from '#/limit/calls.ts';
import { loanCalls } from '#/loan/calls.ts';
import { catalogueFaults, keepCatalogue, loanPayouts } from '#/loan/loan.ts';
import { notificationCalls } from '#/notifications/calls.ts';
import { notices } from '#/notifications/notifications.ts';
import type { PayoutHandlers } from '#/payout/payout.ts';
import { payoutAccountCalls } from '#/payout-accounts/calls.ts';
import { expectedOn } from '#/payout-accounts/payout-accounts.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Clocks, Pace } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import { todayOf } from '#/platform/days.ts';
import type { Log } from '#/platform/log.ts';
import { createMetrics, type Metrics } from '#/platform/metrics.ts';
import { createSealer, type MasterKeys } from '#/platform/seal.ts';
import { ports } from '#/ports.ts';
import { privacyCalls } from '#/privacy/calls.ts';
import { repaymentCalls } from '#/repayment/calls.ts';
import { lockForRefund, refundMoved } from '#/repayment/repayment.ts';
import { settingsCalls } from '#/settings/calls.ts';
import { commandsOf } from '#/staff/all.ts';
import { sayRefusal } from '#/texts/say.ts';
import { jobsOf, stepsOf } from '#/work.ts';
import type { Step } from '#/worker.ts';

export type AppPorts = {
  config: Config;
  calendar: Calendar;
  rulesOn: RulesOn;
  clocks: Clocks;
  pace: Pace;
  log: Log;
  db: Db;
  /** A separate connection, so that reading settings in a transaction does not wait for a pool. */
  settingsDb: Db;
  /** A standby of the database, for lists of staff; absent if the primary serves them. */
  standbyDb?: Db | null;
  masterKey: KeyObject | MasterKeys;
  keys: KeyRing;
  bank: Bank;
  /** Former gateways; empty by default. */
  earlierBanks?: readonly Bank[];
  files: Files;
  sms: readonly Sms[];
  push: Push;
  queue: Queue;
};

export type App = {
  context: AppContext;
  /** The configured catalogue, including channels that the gateway does not serve. */
  catalogue: Catalogue;
  served: readonly Served[];
  /** Returns the borrowers' listener. `page`, if passed, handles requests that are not calls. */
  listener(pages: { page?: (request: Request) => Promise<Response>; sandbox?: Hono }): Hono;
  hooks: Hono;
  steps: readonly Step[];
  jobs: JobHandlers;
  onWake(wake: () => void): void;
};

const payouts: PayoutHandlers = {
  loan: { ...loanPayouts, expectedOn },
  refund: { lock: lockForRefund, settled: refundMoved, expectedOn },
};

export const allCommands = commandsOf({ payouts, cases: transferCases });

/**
 * Builds the app.
 * @throws CannotStart if the catalogue is missing, unlawful or not supported by the gateway, or if
 * the review rules are invalid
 */
export function createApp(realPorts: AppPorts): App {
  const appPorts = realPorts.config.isDrill ? portsOfDrill(realPorts) : realPorts;
  const { config, clocks, keys } = appPorts;
  const fault = whyRulesFail(todayOf(clocks.now()));
  if (fault) throw new CannotStart(fault);
  let wake = () => {};
  const whole = lawfulCatalogue(appPorts);
  const metrics = createMetrics();
  const measured = (bank: Bank) => measuredBank(bank, metrics);
  const context: AppContext = {
    ...appPorts,
    bank: measured(appPorts.bank),
    earlierBanks: (appPorts.earlierBanks ?? []).map(measured),
    sms: appPorts.sms.map((gateway) => measuredSms(gateway, metrics)),
    metrics,
    standby: standbyOf(appPorts, metrics),
    sealer: createSealer(appPorts.masterKey),
    settings: createSettings(
      appPorts.settingsDb,
      () => clocks.wall().epochMilliseconds,
      config.lender,
      config.isDrill ? settingsOfDrill : {},
    ),
    notices,
    ports,
    catalogue: servedCatalogue(whole, appPorts.bank.limits),
    get holidays() {
      return appPorts.calendar.holidays;
    },
    wake: () => wake(),
  };
  const served = servedCalls(keys);
  const options: RouterOptions = {
    context,
    served,
    keys,
    pace: appPorts.pace,
    sessions,
    sayRefusal: async (locale, name, values) =>
      sayRefusal(locale, name, values, await overridesOf(context, locale)),
  };
  return {
    context,
    catalogue: whole,
    served,
    listener: ({ page, sandbox }) => {
      const app = new Hono();
      if (config.trustedProxies === 0) app.use(alarmOfProxies(context));
      app.use(onlyByTls(config.trustedProxies));
      app.route('/', createRouter(options));
      if (sandbox) app.route('/sandbox', sandbox);
      if (page) app.get('*', (c) => page(c.req.raw));
      return app;
    },
    hooks: webhooks(
      context,
      storeEvents(() => workCtx(context)),
    ),
    steps: stepsOf(payouts),
    jobs: jobsOf(context, payouts),
    onWake: (next) => {
      wake = next;
    },
  };
}

function standbyOf({ db: primary, standbyDb: standby, log }: AppPorts, metrics: Metrics) {
  if (!standby) return null;
  const onFailure = (error: unknown) => log.error('a list could not be read on the standby', error);
  return openStandby({ primary, standby, countList: metrics.countList, onFailure });
}

/** Returns a drill's ports, which contact nobody. */
function portsOfDrill(ports: AppPorts): AppPorts {
  return {
    ...ports,
    bank: drillBank(ports.bank),
    earlierBanks: (ports.earlierBanks ?? []).map(drillBank),
    files: drillFiles(ports.files),
    sms: ports.sms.map(drillSms),
    push: drillPush(ports.push),
  };
}

function servedCalls(keys: KeyRing): Served[] {
  return [
    ...settingsCalls(keys),
    ...accountCalls,
    ...homeCalls,
    ...creditCalls,
    ...payoutAccountCalls,
    ...loanCalls,
    ...repaymentCalls,
    ...couponCalls,
    ...documentCalls,
    ...limitCalls,
    ...caseCalls,
    ...privacyCalls,
    ...reminderCalls,
    ...notificationCalls,
  ];
}

/** Returns the configured catalogue, checked against today's law and the gateway's limits. */
function lawfulCatalogue({ config, clocks, bank, calendar, log }: AppPorts) {
  const catalogue = catalogueById(config.catalogue);
  if (!catalogue) throw new CannotStart(`There is no catalogue named ${config.catalogue}.`);
  const { holidays } = calendar;
  const { stops, reduced } = catalogueFaults({ catalogue, holidays, bank }, clocks.now());
  if (stops) throw new CannotStart(stops);
  if (reduced) log.warn(reduced, { event: 'catalogue gaps', gateway: bank.name });
  return catalogue;
}

/**
 * Stores the catalogue before the first loan refers to it.
 * @throws CannotStart if a catalogue with this name but different contents has been used
 */
export async function openCatalogue({ context, catalogue }: App): Promise<void> {
  const { now } = workCtx(context);
  const fault = await keepCatalogue(context.db, catalogue, now);
  if (fault) throw new CannotStart(fault);
}

/** Returns the lender's own texts; empty if the settings cannot be read. */
async function overridesOf(
  { settings, log }: AppContext,
  locale: Locale,
): Promise<Record<string, string>> {
  try {
    return (await settings.all()).copyWritingMap[locale] ?? {};
  } catch (error) {
    log.error('could not read the settings for a text', error);
    return {};
  }
}
