// The disclosure statement of a plan: which parts are due on which days, that nothing is added, and what comes where a part does not.
import { createHash } from 'node:crypto';
import { allCharges } from '@sandali/contract/accrual.ts';
import type { Day } from '@sandali/contract/day.ts';
import { type StatementText, zStatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import { dueNext, growthTomorrow, owed } from '@sandali/contract/owed.ts';
import * as v from 'valibot';
import { knownNameOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { type Lender, lenderOf } from '#/loan/disclosure/disclosure.ts';
import { inOneLine, percent } from '#/loan/disclosure/figures.ts';
import { textVersion } from '#/loan/disclosure/text-versions.ts';
import { factsOf } from '#/loan/facts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { planTotal } from '#/loan/rules/plan.ts';
import type { PromisedPart } from '#/loan/rules/relief.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Sealer, sameHash } from '#/platform/seal.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';

type Of = { facts: BillFacts; madeOn: Day; parts: readonly PromisedPart[]; reference: string; borrower: string; lender: Lender };

/** The statement of a plan in a language. */
export function planDisclosureStatement(locale: Locale, of: Of): StatementText['statement'] {
  const { facts, madeOn, parts, reference, borrower, lender } = of;
  const day = (on: Day) => namedDay(locale, on);
  const row = (label: string, value: string, isStrong = false) => ({ label, value, isStrong });
  const then = dueNext(facts, madeOn);
  const last = (parts.at(-1) as PromisedPart).on;
  const broken = { ...facts, suspensions: [] };
  return {
    title: say(locale, 'document.plan.title'),
    advice: say(locale, 'document.plan.advice'),
    groups: [
      [row(say(locale, 'document.disclosure.borrower'), borrower), row(say(locale, 'document.extension.loan'), reference)],
      [
        row(say(locale, 'document.extension.owed', { day: day(madeOn) }), formatPesos(owed(facts, madeOn).totalCentavos)),
        ...(then.on === madeOn ? [] : [row(say(locale, 'document.plan.owedThen', { day: day(then.on) }), formatPesos(then.owedCentavos))]),
      ],
      parts.map((part, nth) =>
        row(say(locale, 'document.plan.part', { number: nth + 1, day: day(part.on) }), formatPesos(part.amountCentavos), true),
      ),
      [
        row(say(locale, 'document.plan.added'), formatPesos(zeroCentavos)),
        row(say(locale, 'document.plan.total', { day: day(last) }), formatPesos(planTotal(facts, madeOn)), true),
        row(say(locale, 'document.plan.charges', { day: day(then.on) }), formatPesos(allCharges(facts, then.on))),
        row(say(locale, 'document.plan.ifMissed'), formatPesos(growthTomorrow(broken, last))),
      ],
    ],
    notes: [
      say(locale, 'document.plan.rule'),
      say(locale, 'document.plan.early'),
      say(locale, 'document.disclosure.lateRule', {
        rate: percent(facts.lateChargePerMonthBps),
        principal: formatPesos(facts.principalCentavos),
      }),
      say(locale, 'document.disclosure.lender', {
        name: lender.name,
        registration: lender.registrationNumber,
        authority: lender.authorityNumber,
        telephone: inOneLine(lender.telephone),
      }),
      say(locale, 'document.disclosure.version', { version: textVersion }),
    ],
  };
}

/** The text of a plan in the reader's language: its JSON, which is what is hashed and kept, and its SHA-256. */
export async function textOfPlan(ctx: BorrowerCtx, read: Read, bill: BillRecord, of: { madeOn: Day; parts: readonly PromisedPart[] }) {
  const [settings, known] = await Promise.all([ctx.app.settings.all(), knownNameOf(read, ctx.app.sealer, ctx.who.borrowerId)]);
  invariant(known, 'a borrower with a loan has a known name');
  const more = { facts: factsOf(bill), reference: bill.reference_no, borrower: known.name, lender: lenderOf(settings) };
  const paper: StatementText = {
    version: textVersion,
    locale: ctx.locale,
    statement: planDisclosureStatement(ctx.locale, { ...of, ...more }),
  };
  const text = JSON.stringify(paper);
  return { text, paper, hash: hashOf(text) };
}

/** A text for the database. */
export function sealPlanText(sealer: Sealer, planId: string, text: string): Buffer {
  return sealer.seal(purpose, planId, text);
}

/** The text that was accepted. @throws where it is not the one that its hash names. */
export function openPlanText(sealer: Sealer, planId: string, kept: { hash: Buffer; text_sealed: Buffer }): StatementText {
  const text = sealer.open(purpose, planId, kept.text_sealed);
  invariant(sameHash(hashOf(text), kept.hash), 'a kept text has the hash that was accepted');
  return v.parse(zStatementText, JSON.parse(text));
}

const purpose = 'plan text';
const hashOf = (text: string) => createHash('sha256').update(text).digest();
