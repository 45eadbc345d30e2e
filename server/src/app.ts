// The only wiring: takes ports, returns an app. What slices need from those above them is declared
// in ports.ts.
import type { KeyObject } from 'node:crypto';
import type { Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { Hono } from 'hono';
import { accountCalls, borrowerOf, inSession, lockInSession } from '#/account/account.ts';
import type { Bank } from '#/adapters/bank/port.ts';
import type { Files } from '#/adapters/files/port.ts';
import type { Push } from '#/adapters/push/port.ts';
import type { Sms } from '#/adapters/sms/port.ts';
import { caseCalls, transferCases } from '#/cases/cases.ts';
import { reminderCalls } from '#/closing/closing.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Calendar } from '#/context/calendar.ts';
import { workCtx } from '#/context/ctx.ts';
import type { Served } from '#/context/serve.ts';
import { createSettings } from '#/context/settings.ts';
import { couponCalls } from '#/coupon/coupon.ts';
import { creditCalls } from '#/credit/credit.ts';
import type { Catalogue } from '#/data/catalogue.ts';
import { catalogueById } from '#/data/catalogues.ts';
import { legalRules } from '#/data/legal-rules.ts';
import { whyRulesFail } from '#/data/review-rules.ts';
import type { Read } from '#/db/database.ts';
import type { Handlers as JobHandlers, Queue } from '#/db/queue.ts';
import { documentCalls } from '#/documents/documents.ts';
import { storeEvents } from '#/gateway/inbox.ts';
import { gapsOf, type LoanBy, servedOf } from '#/gateway/limits.ts';
import { webhooks } from '#/gateway/webhooks.ts';
import { homeCalls } from '#/home/home.ts';
import { alarmOfProxies, onlyByTls } from '#/http/headers.ts';
import type { KeyRing } from '#/http/keys.ts';
import { galaxy, type RouterOptions } from '#/http/router.ts';
import { limitCalls } from '#/limit/limit.ts';
import {
  amountsOf,
  keepCatalogue,
  legalRuleOn,
  loanCalls,
  lockForPayout,
  payoutMoved,
  priceOf,
  routeNow,
  whyCatalogueFails,
} from '#/loan/loan.ts';
import { notices, notificationCalls } from '#/notifications/notifications.ts';
import type { PayoutHandlers } from '#/payout/payout.ts';
import { expectedOn, payoutAccountCalls } from '#/payout-accounts/payout-accounts.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import type { Clocks, Pace } from '#/platform/clock.ts';
import type { Config } from '#/platform/config.ts';
import { todayOf } from '#/platform/days.ts';
import type { Log } from '#/platform/log.ts';
import { createSealer } from '#/platform/seal.ts';
import { ports } from '#/ports.ts';
import { privacyCalls } from '#/privacy/privacy.ts';
import { lockForRefund, refundMoved, repaymentCalls } from '#/repayment/repayment.ts';
import { settingsCalls } from '#/settings/settings.ts';
import { commandsOf } from '#/staff/all.ts';
import { sayRefusal } from '#/texts/say.ts';
import { jobsOf, stepsOf } from '#/work.ts';
import type { Step } from '#/worker.ts';

export type AppPorts = {
  config: Config;
  calendar: Calendar;
  clocks: Clocks;
  pace: Pace;
  log: Log;
  db: Read;
  /**
   * A separate connection for settings, so that a verb inside its transaction never waits for the
   * pool that the transaction uses.
   */
  settingsDb: Read;
  masterKey: KeyObject;
  keys: KeyRing;
  bank: Bank;
  /** Gateways that were used before; none by default. */
  earlierBanks?: readonly Bank[];
  files: Files;
  sms: readonly Sms[];
  push: Push;
  queue: Queue;
};

export type App = {
  context: AppContext;
  /** The configured catalogue with the channels that the gateway does not serve. */
  catalogue: Catalogue;
  served: readonly Served[];
  /**
   * The borrower's listener. `page` answers what is no call; it is left out where there are no
   * pages to serve.
   */
  listener(pages: { page?: (request: Request) => Promise<Response>; sandbox?: Hono }): Hono;
  hooks: Hono;
  steps: readonly Step[];
  jobs: JobHandlers;
  /** Sets the function that wakes the worker. */
  onWake(wake: () => void): void;
};

const payouts: PayoutHandlers = {
  loan: { lock: lockForPayout, settled: payoutMoved, route: routeNow, expectedOn },
  refund: { lock: lockForRefund, settled: refundMoved, expectedOn },
};

/** Every command of staff. */
export const allCommands = commandsOf({ payouts, cases: transferCases });

/**
 * Builds the app.
 * @throws CannotStart when the catalogue is not there, not lawful, or not for this gateway, or the
 * review's rules are wrong.
 */
export function createApp(given: AppPorts): App {
  const { config, clocks, keys } = given;
  const whyNot = whyRulesFail(todayOf(clocks.now()));
  if (whyNot) throw new CannotStart(whyNot);
  let wake = () => {};
  const whole = lawfulCatalogue(given);
  const sealer = createSealer(given.masterKey);
  const context: AppContext = {
    ...given,
    earlierBanks: given.earlierBanks ?? [],
    sealer,
    settings: createSettings(
      given.settingsDb,
      () => clocks.wall().epochMilliseconds,
      given.config.lender,
    ),
    notices,
    ports,
    catalogue: servedOf(whole, given.bank.limits),
    holidays: given.calendar.holidays,
    wake: () => wake(),
  };
  const served = servedCalls(keys);
  const options: RouterOptions = {
    context,
    served,
    keys,
    pace: given.pace,
    sessionOf: (token, deviceId, wall) => borrowerOf(context.db, token, deviceId, wall),
    inSession,
    lockInSession,
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
      app.route('/', galaxy(options));
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

/** Every call that is served. */
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

/**
 * The configured catalogue, tested against the law of today and the gateway's own limits before
 * anything is lent from it.
 */
function lawfulCatalogue({ config, clocks, bank, calendar, log }: AppPorts) {
  const catalogue = catalogueById(config.catalogue);
  if (!catalogue) throw new CannotStart(`There is no catalogue named ${config.catalogue}.`);
  const why = whyCatalogueFails(catalogue, legalRules, todayOf(clocks.now()));
  if (why) throw new CannotStart(why);
  const { stops, reduced } = gapsOf(
    catalogue,
    bank,
    bank.limits === null ? [] : loansBy(catalogue, todayOf(clocks.now()), calendar),
  );
  if (stops) throw new CannotStart(stops);
  if (reduced) log.warn(reduced, { event: 'catalogue gaps', gateway: bank.name });
  return catalogue;
}

/** Every loan of a catalogue by every channel, with what arrives of it. */
function loansBy(catalogue: Catalogue, today: Day, { holidays }: Calendar): LoanBy[] {
  return amountsOf(catalogue.amounts).flatMap((principalCentavos) =>
    catalogue.payoutChannels.map(({ channel }) => ({
      principalCentavos,
      channel,
      arrivalsCentavos: catalogue.terms.flatMap(({ days: termDays }) => {
        const priced = priceOf(
          { catalogue, holidays },
          { principalCentavos, termDays, channel, today },
        );
        return 'refused' in priced ? [] : [priced.arrivalCentavos];
      }),
    })),
  );
}

/**
 * Keeps what is lent from, before anything is.
 * @throws CannotStart where its name was lent from with other contents.
 */
export async function openCatalogue({ context, catalogue }: App): Promise<void> {
  const { now } = workCtx(context);
  const legalRule = legalRuleOn(legalRules, todayOf(now)).version;
  const why = await keepCatalogue(context.db, catalogue, { legalRule, at: now });
  if (why) throw new CannotStart(why);
}

/**
 * The operator's own texts; none while settings cannot be read, because a refusal must be said all
 * the same.
 */
async function overridesOf(
  { settings, log }: AppContext,
  locale: Locale,
): Promise<Record<string, string>> {
  try {
    return (await settings.all()).copyWritingMap[locale] ?? {};
  } catch (error) {
    log.error('settings could not be read for a text', error);
    return {};
  }
}
