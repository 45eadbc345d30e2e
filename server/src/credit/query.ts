// Reads the state and answers of an application, and the places to choose from.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { CreditStep, creditQuery } from '@sandali/contract/credit.ts';
import { asDay, type Day, type Instant } from '@sandali/contract/day.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import { district } from '@sandali/contract/place.ts';
import { phonePart } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { findPlaces } from '#/data/find-places.ts';
import { barangays, cities, placesNamed, provinces } from '#/data/geography.ts';
import { startOfIdNumber } from '#/data/identity.ts';
import type { Read } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import type { Config } from '#/platform/config.ts';
import { manilaDayOf, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { draftsPart } from './application/draft.store.ts';
import { shownDrafts } from './application/draft.ts';
import { type SentPicture, sentPicturesPart } from './application/picture.store.ts';
import { standingPart } from './parts.ts';
import { incomeRulesNow } from './review/affordability.ts';
import { agesOf, reviewRulesOn } from './review/rules.ts';
import { isAnswerLate, nextStepOf, stateOf } from './rules.ts';
import { openStep } from './sealed.ts';
import { type Latest, latestApplication } from './store.ts';

/** The borrower's credit state in the response's format. */
export type CreditStatus = Pick<
  DataOf<typeof creditQuery>,
  | 'state'
  | 'nextStep'
  | 'submittedAt'
  | 'answerBy'
  | 'isLate'
  | 'decidedAt'
  | 'reasonGroup'
  | 'resubmitOn'
>;

/**
 * Returns the status as borrowers see it, without a promised time if staff review every first
 * application.
 */
export function shownCreditStatus<S extends Pick<CreditStatus, 'answerBy' | 'isLate'>>(
  standing: S,
  { firstLineNeedsPerson }: Pick<Config, 'firstLineNeedsPerson'>,
): S {
  return firstLineNeedsPerson ? { ...standing, answerBy: null, isLate: false } : standing;
}

/** Returns the credit state of a borrower at the given business time. */
export async function creditStatusOf(
  read: Read,
  borrowerId: string,
  now: Temporal.Instant,
): Promise<CreditStatus> {
  return creditStatusFrom(await latestApplication(read, borrowerId), now);
}

/** Like `creditStatusOf`, but from an application that the caller has already read. */
export function creditStatusFrom(
  latest: Pick<Latest, 'facts'> | null,
  now: Temporal.Instant,
): CreditStatus {
  const facts = latest?.facts ?? null;
  // A borrower in manual review is still waiting, so only a final decision is shown.
  const final = facts?.decision?.outcome === 'manual' ? null : (facts?.decision ?? null);
  return {
    state: stateOf(facts, now),
    nextStep: nextStepOf(facts, manilaDayOf(now)),
    submittedAt: wire(facts?.submitted?.at),
    answerBy: wire(facts?.submitted?.answerBy),
    isLate: isAnswerLate(facts, now),
    decidedAt: wire(final?.at),
    reasonGroup: final?.reasonGroup ?? null,
    resubmitOn: final?.resubmitOn ? day(final.resubmitOn) : null,
  };
}

export const queryParts = {
  latest: standingPart,
  sent: sentPicturesPart,
  drafts: draftsPart,
  phone: phonePart,
};

/** Returns the borrower's answers so far, with only the start of the ID number. */
export async function query(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof queryParts>,
): Promise<DataOf<typeof creditQuery>> {
  const { latest } = facts;
  const { sealer } = ctx.app;
  const open = <Step extends CreditStep>(step: Step) =>
    openStep(sealer, step, ctx.who.borrowerId, latest?.row[`${step}_sealed`] ?? null);
  const [personal, work, identity] = [open('personal'), open('work'), open('identity')];
  const status = creditStatusFrom(latest, ctx.now);
  // Photos may be uploaded before an application begins, so list them whenever a step is open.
  const sent = status.nextStep ? facts.sent : {};
  const drafts = shownDrafts(ctx, facts.drafts);
  return {
    ...shownCreditStatus(status, ctx.app.config),
    ownPhone: facts.phone.open(sealer),
    personal,
    contacts: open('contacts'),
    work,
    identity: identity && {
      idType: identity.idType,
      idNumberStart: startOfIdNumber(identity.idNumber),
      idExpiresOn: identity.idExpiresOn,
    },
    frontPicture: sentPicture(sent.idFront),
    selfiePicture: sentPicture(sent.selfie),
    drafts,
    income: await incomeRulesNow(ctx),
    youngest: youngestOn(manilaDayOf(ctx.now)),
    places: placesIn([personal, work, ...drafts.map(({ values }) => values)]),
  };
}

/**
 * Returns the minimum age, and the latest birthday of a person who has reached it on the given day.
 */
function youngestOn(today: Temporal.PlainDate) {
  const { least: age } = agesOf(reviewRulesOn(today));
  return { age, bornBy: day(today.subtract({ years: age })) };
}

type Chosen = {
  provinceCode?: string | null;
  cityCode?: string | null;
  barangayCode?: string | null;
};

/** Returns the places chosen in any of the answers, without duplicates. */
function placesIn(answers: readonly (Chosen | null)[]): DataOf<typeof creditQuery>['places'] {
  const chosen = answers.flatMap((answer) =>
    placesNamed({
      province: answer?.provinceCode ?? '',
      city: answer?.cityCode ?? '',
      barangay: answer?.barangayCode ?? '',
    }),
  );
  return [...new Map(chosen.map((place) => [place.code, place])).values()];
}

/**
 * Lists provinces, a province's cities, a city's barangays, or search results. Refuses an unknown
 * code, but a search within an unknown place returns an empty list.
 */
export async function listPlaces(
  _ctx: BorrowerCtx,
  _read: Read,
  of: RequestOf<typeof district>,
): Promise<DataOf<typeof district>> {
  if (of.level === 'provinces') return { places: [...provinces()] };
  if (of.level === 'found')
    return {
      places: findPlaces(of.words, of.within).map(({ above, ...place }) => ({
        ...place,
        above: [...above],
      })),
    };
  const places = of.level === 'cities' ? cities(of.provinceCode) : barangays(of.cityCode);
  if (places.length === 0) refuse(district, 'placeUnknown');
  return { places: [...places] };
}

function wire(at: Temporal.Instant | null | undefined): Instant | null {
  return at ? (wireInstant(at) as Instant) : null;
}

function sentPicture(sent: SentPicture | undefined): DataOf<typeof creditQuery>['frontPicture'] {
  return sent ? { id: sent.id as PictureId, sentAt: wireInstant(sent.sentAt) as Instant } : null;
}

function day(on: Temporal.PlainDate): Day {
  return asDay(on.toString());
}
