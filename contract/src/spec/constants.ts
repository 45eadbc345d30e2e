// Spec §9: business constants and limits. Amounts, terms and fees of loans are product data, which the server sends.
import { answered, constant, type Row, refusal, shown } from './row.ts';

export const constants: readonly Row[] = [
  shown('§9', 'loan terms: 8 days, 15 days', answered('/loan/product/list', 'terms[].days')),
  shown(
    '§9',
    'loan amount: greater than 50000, in steps of 10000',
    answered('/loan/product/list', 'minimumCentavos'),
    answered('/loan/product/list', 'stepCentavos'),
  ),
  shown(
    '§9',
    'advice wanted amount: 1000 to 50000',
    constant('adviceMinimumCentavos', 100_000),
    constant('adviceMaximumCentavos', 5_000_000),
  ),
  shown(
    '§9',
    'advice term: 7 to 30 days',
    constant(
      'adviceTermsDays',
      Array.from({ length: 24 }, (_, step) => step + 7),
    ),
  ),
  shown('§9', 'advice comment: max 120 characters', constant('adviceCommentLength', 120)),
  shown('§9', 'phone change: once per 14 days per account', constant('phoneChangeDays', 14), refusal('phoneChangedLately', '2050')),
  shown('§9', 'coupons hidden: ended more than 7 days ago', constant('couponsHiddenAfterDays', 7)),
  shown('§9', 'request time-out: 30000 ms', constant('requestTimeoutMs', 30_000)),
  shown('§9', 'toast duration: 5000 ms', constant('toastMs', 5_000)),
  shown('§9', 'screen chunk load time-out: 120000 ms', constant('chunkLoadTimeoutMs', 120_000)),
  shown(
    '§9',
    'overdue repayment code: valid 1 day, amount rises daily',
    constant('overdueCodeDays', 1),
    answered('/repayment/status', 'growsDaily'),
  ),
  shown('§9', 'review service hours: 08:00 to 24:00', constant('reviewHours', { from: 8, until: 24 })),
  shown(
    '§9',
    'customer service hours: both readings',
    constant('serviceHoursReadings', ['9:00–18:00', '8:30–17:30']),
    answered('/config/query', 'serviceHours'),
  ),
  shown(
    '§9',
    'credit duration: about 2 or about 5 minutes',
    constant('reviewMinutes', { minimum: 2, maximum: 5 }),
    answered('/config/query', 'reviewMinutesMin'),
    answered('/config/query', 'reviewMinutesMax'),
  ),
  shown(
    '§9',
    'payout arrival: about 10 minutes after disbursement',
    constant('payoutArrivalMinutes', 10),
    answered('/loan/paychannel/list', 'channels[].arrivalMinutes'),
  ),
  shown('§9', 'default language: English', constant('defaultLocale', 'en')),
  shown('§9', 'minimum partial repayment amount', answered('/repayment/channel/list', 'minimumCentavos')),
  shown(
    '§9',
    'fee rates',
    answered('/loan/product/cal', 'facts.serviceFeeBps'),
    answered('/loan/product/cal', 'facts.effectiveMonthlyRateHundredths'),
  ),
  shown(
    '§9',
    'home shows a quota range',
    answered('/user/multi', 'estimate.minimumCentavos'),
    answered('/user/multi', 'estimate.maximumCentavos'),
  ),
  shown('§9', 'short-term revenue shown for 8 and 15 days', answered('/user/multi', 'offer.terms[].costCentavos')),
];
