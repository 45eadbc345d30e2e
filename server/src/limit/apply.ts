// /user/quota/add/apply: immediately grants a step that on-time loans have earned. Staff decide on
// larger requests.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { addWorkingDays } from '@sandali/contract/day.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import type { LimitObstacle, LimitRequestState } from '@sandali/contract/limitFacts.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { type Line, lineOf, lockLine } from '#/credit-line/credit-line.ts';
import { limitRulesOn } from '#/data/limit-rules.ts';
import type { Read, Tx } from '#/db/database.ts';
import { viewBills, whyLineStopped } from '#/loan/loan.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, type RefusalValues, refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { raiseLimit } from './change-limit.ts';
import {
  highestOf,
  isLimitOffered,
  type LimitFacts,
  loansToGo,
  type Offer,
  obstacleOf,
  offerOf,
  stepWaitsUntil,
} from './rules.ts';
import { readLimitFacts } from './standing.ts';
import { findRequest, insertEarnedIncreases, insertRequest, lateRequests } from './store.ts';

type Input = RequestOf<typeof quotaAddApply>;
type Ids = { requestId: string };

/** The name of the decider that is recorded for an earned increase. */
const byRules = 'growth rules';

/** Obstacles to any increase, earned or requested. */
const absoluteObstacles: readonly LimitObstacle[] = [
  'quotaOverdue',
  'quotaRequestOpen',
  'quotaAtMaximum',
  'quotaUnaffordable',
];

/** Grants an earned step, or records a request for staff. Refuses with the first obstacle. */
export async function requestIncrease(
  ctx: BorrowerCtx,
  tx: Tx,
  { wantedCentavos: wanted }: Input,
): Promise<Done<Ids>> {
  const { borrowerId } = ctx.who;
  const line = (await lockLine(tx, borrowerId)) ?? refuse(quotaAddApply, 'quotaNoLine');
  const stopped = await whyLineStopped(tx, borrowerId);
  if (stopped) refuse(quotaAddApply, stopped);
  const bills = await viewBills(tx, borrowerId, { are: 'recent' }, todayOf(ctx.now));
  const facts = await readLimitFacts(ctx, tx, { borrowerId, line, bills });
  const obstacle = obstacleOf(facts);
  const values = valuesOf(ctx, facts);
  // The other obstacles block only a request to staff, not an earned increase.
  if (obstacle && absoluteObstacles.includes(obstacle)) refuse(quotaAddApply, obstacle, values);
  if (!isLimitOffered(facts, wanted)) refuse(quotaAddApply, 'quotaAmountNotOffered', values);
  if (wanted > facts.terms.affordableCentavos) refuse(quotaAddApply, 'quotaUnaffordable', values);
  const offer = offerOf(facts, wanted);
  const fromOn = stepWaitsUntil(facts, wanted);
  if (!offer && obstacle === 'quotaTooFewLoans' && fromOn) {
    refuse(quotaAddApply, 'quotaStepTooSoon', {
      day: writtenDay(ctx.locale, Temporal.PlainDate.from(fromOn)),
    });
  }
  if (!offer && obstacle) refuse(quotaAddApply, obstacle, values);
  const requestId = newIdFor(ctx.who.borrowerId, ctx.now);
  if (offer)
    await grantStep(ctx, tx, {
      requestId,
      line,
      offer,
      affordable: facts.terms.affordableCentavos,
    });
  else await requestReview(ctx, tx, { requestId, line, wanted });
  return { ids: { requestId } };
}

function valuesOf(ctx: BorrowerCtx, facts: LimitFacts): RefusalValues {
  const { terms, request } = facts;
  return {
    maximum: formatPesos(centavos(terms.maximumCentavos), { drop00: true }),
    fits: formatPesos(highestOf(terms), { drop00: true }),
    count: loansToGo(facts),
    ...(request?.askAgainOn
      ? { day: writtenDay(ctx.locale, Temporal.PlainDate.from(request.askAgainOn)) }
      : {}),
  };
}

export async function showRequest(
  ctx: BorrowerCtx,
  read: Read,
  { requestId }: Ids,
): Promise<DataOf<typeof quotaAddApply>> {
  const [request, line] = await Promise.all([
    findRequest(read, requestId),
    lineOf(read, ctx.who.borrowerId),
  ]);
  invariant(request && line, 'a stored request and its line exist');
  return { state: request.state as LimitRequestState, limitCentavos: line.limitCentavos };
}

/** Grants an earned increase. The line must be locked. */
async function grantStep(
  ctx: BorrowerCtx,
  tx: Tx,
  {
    requestId,
    line,
    offer,
    affordable,
  }: { requestId: string; line: Line; offer: Offer; affordable: number },
): Promise<void> {
  const { borrowerId } = ctx.who;
  const { toCentavos } = offer;
  await insertRequest(tx, {
    ...requestRow(ctx, { requestId, line, wanted: toCentavos }),
    state: 'granted',
    granted_centavos: BigInt(toCentavos),
    decided_at: ctx.now,
    decided_by: byRules,
  });
  await insertEarnedIncreases(tx, { borrowerId, requestId, loanIds: offer.loanIds });
  await raiseLimit(ctx, tx, {
    borrowerId,
    requestId,
    from: line.limitCentavos,
    to: toCentavos,
    reason: 'grown',
    who: 'the borrower',
    affordable,
  });
  const detail = { requestId, from: line.limitCentavos, to: toCentavos, loans: offer.loanIds };
  await audit(tx, {
    at: ctx.now,
    who: 'the borrower',
    act: 'lineGrown',
    subject: borrowerId,
    detail,
  });
}

type RequestParams = { requestId: string; line: Line; wanted: number };

async function requestReview(ctx: BorrowerCtx, tx: Tx, params: RequestParams): Promise<void> {
  await insertRequest(tx, { ...requestRow(ctx, params), state: 'requested' });
  const { requestId, line, wanted } = params;
  const detail = { requestId, from: line.limitCentavos, wanted };
  await audit(tx, {
    at: ctx.now,
    who: 'the borrower',
    act: 'quotaRequested',
    subject: ctx.who.borrowerId,
    detail,
  });
}

function requestRow({ app, now, who }: BorrowerCtx, { requestId, line, wanted }: RequestParams) {
  const rules = limitRulesOn(manilaDayOf(now));
  const answerOn = addWorkingDays(todayOf(now), rules.answerWithinWorkingDays, app.holidays);
  return {
    id: requestId,
    borrower_id: who.borrowerId,
    limit_centavos: BigInt(line.limitCentavos),
    requested_centavos: BigInt(wanted),
    two_people_above_centavos: BigInt(app.catalogue.line.twoPeopleAboveCentavos),
    rules_version: rules.version,
    asked_at: now,
    answer_on: Temporal.PlainDate.from(answerOn),
  };
}

/** Logs a warning if an open request is past its answer date. */
export async function warnOfLateRequests({ app, now }: WorkCtx): Promise<void> {
  const count = await lateRequests(app.db, manilaDayOf(now));
  if (count > 0) app.log.warn('requests for a higher limit are late: ops quota list', { count });
}
