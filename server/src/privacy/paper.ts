// Formats all personal data as a document in the caller's language.
import type { Personal, Work } from '@sandali/contract/credit.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { formatMobile, type MobileNumber, maskMobile } from '@sandali/contract/phone.ts';
import { placeNames } from '#/data/geography.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import type { Paper, PaperRow, PaperSection } from '#/platform/pdf/paper.ts';
import { invariant } from '#/platform/refuse.ts';
import { fieldWords, optionWords } from '#/texts/generated/options.ts';
import { table } from '#/texts/generated/table.ts';
import { say, type TextId } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import type { consentsOf } from './consents.ts';
import { latestSteps, type PersonalData } from './personal-data.ts';

type Label =
  Extract<TextId, `document.label.${string}`> extends `document.label.${infer Name}` ? Name : never;
type SectionName =
  Extract<TextId, `document.section.${string}`> extends `document.section.${infer Name}`
    ? Name
    : never;
/**
 * The values of a block, by label. A form field uses the form's own label if that reads well in a
 * document.
 */
type Values = Partial<Record<Label | keyof Personal | keyof Work, string | null | undefined>>;
type Block = { heading: string | null; values: Values };
export type PaperFacts = {
  locale: Locale;
  now: Temporal.Instant;
  lender: string;
  consents: ReturnType<typeof consentsOf>;
};

/**
 * Returns the document of /user/data/export. It omits fields of the JSON that people do not need.
 */
export function paperOf(data: PersonalData, facts: PaperFacts): Paper {
  const { locale, now, lender } = facts;
  const write = writerOf(locale);
  const sections = [...aboutPerson(data, write), ...aboutDealings(data, facts, write)].map(
    ([name, blocks]) => ({
      title: say(locale, `document.section.${name}`),
      blocks: blocks
        .map(({ heading, values }) => ({ heading, rows: rowsOf(locale, values) }))
        .filter((block) => block.rows.length > 0),
    }),
  ) satisfies PaperSection[];
  return {
    language: locale,
    title: say(locale, 'document.data.title'),
    subtitle: say(locale, 'document.data.madeFor', {
      name: data.account.name ?? formatMobile(data.account.phone as MobileNumber),
      day: plainDay(locale, manilaDayOf(now)),
    }),
    about: say(locale, 'document.data.about', { lender }),
    pageWord: say(locale, 'document.data.page'),
    noneWord: say(locale, 'document.data.none'),
    sections,
  };
}

function rowsOf(locale: Locale, values: Values): PaperRow[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value ? [[labelOf(locale, label), value] as const] : [],
  );
}

function labelOf(locale: Locale, label: string): string {
  const id = `document.label.${label}`;
  if (isLabel(id)) return say(locale, id);
  const word = fieldWords[locale][label];
  invariant(word, `there is no word for ${label}`);
  return word;
}

type Writer = {
  time(at: Temporal.Instant | null): string | null;
  day(on: Temporal.PlainDate | string | null): string | null;
  money(amount: number | null): string | null;
  /** Returns the app's name for an option in one of its lists. */
  option(list: string, value: string): string;
  /** Returns the text for a value, or the value itself if it has no text. */
  word(kind: 'call' | 'outcome' | 'purpose', value: string | undefined): string | undefined;
};

function writerOf(locale: Locale): Writer {
  const day = (on: Temporal.PlainDate | string | null) =>
    on && plainDay(locale, typeof on === 'string' ? Temporal.PlainDate.from(on) : on);
  return {
    day,
    time: (at) =>
      at &&
      `${day(manilaDayOf(at))}, ${at.toZonedDateTimeISO(manila).toPlainTime().toString({ smallestUnit: 'minute' })}`,
    money: (amount) => (amount === null ? null : formatPesos(centavos(amount))),
    option: (list, value) => optionWords[locale][list]?.[value] ?? value,
    word: (kind, value) => {
      const id = `document.${kind}.${value}`;
      return isText(id) ? say(locale, id) : value;
    },
  };
}

type PlainId = Extract<TextId, `document.${'call' | 'outcome' | 'purpose'}.${string}`>;
const isText = (id: string): id is PlainId => Object.hasOwn(table.en, id);
const isLabel = (id: string): id is `document.label.${Label}` => Object.hasOwn(table.en, id);

const single = (values: Values): Block[] => [{ heading: null, values }];
const blocksOf = <T>(
  list: readonly T[],
  values: (item: T) => Values,
  heading: (item: T) => string | null = () => null,
): Block[] => list.map((item) => ({ heading: heading(item), values: values(item) }));

function addressOf(
  of: Pick<Work, 'provinceCode' | 'cityCode' | 'barangayCode' | 'address'>,
): string {
  const names = placeNames({
    province: of.provinceCode ?? '',
    city: of.cityCode ?? '',
    barangay: of.barangayCode ?? '',
  });
  return [of.address, names?.barangay, names?.city, names?.province].filter(Boolean).join(', ');
}

type Given = ReturnType<typeof latestSteps>;

function personalValues(personal: NonNullable<Given['personal']>, { day, option }: Writer): Values {
  return {
    ...personal,
    bornOn: day(personal.bornOn),
    address: addressOf(personal),
    gender: option('gender', personal.gender),
    maritalStatus: option('marital', personal.maritalStatus),
    residenceYears: option('residence', personal.residenceYears),
    housingType: option('housing', personal.housingType),
    education: option('education', personal.education),
    ...withoutCodes,
  };
}

function workValues(work: NonNullable<Given['work']>, { option }: Writer): Values {
  return {
    ...work,
    address: undefined,
    workAddress: addressOf(work),
    employmentType: option('employment', work.employmentType),
    incomeBand: option('income', work.incomeBand),
    payday: option('payday', work.payday),
    servicePeriod: work.servicePeriod && option('service', work.servicePeriod),
    fundSource: option('fund', work.fundSource),
    asksPerson: work.asksPerson ? option('income', work.incomeBand) : null,
    ...withoutCodes,
  };
}

/**
 * Returns the sections with a person's own answers, the newest for each step. Older applications
 * are only in the JSON.
 */
function aboutPerson(data: PersonalData, write: Writer): [SectionName, Block[]][] {
  const { day, time, money, option, word } = write;
  const { personal, contacts, work, identity } = latestSteps(data);
  const { account, credit } = data;
  return [
    [
      'account',
      single({
        phone: formatMobile(account.phone as MobileNumber),
        name: account.name,
        language: account.locale,
        registeredAt: time(account.registeredAt),
        limit: money(credit.line?.limitCentavos ?? null),
      }),
    ],
    ['personal', personal ? single(personalValues(personal, write)) : []],
    [
      'contacts',
      blocksOf(contacts, ({ name, phone, relationship }) => ({
        name,
        relationship: option('relationship', relationship),
        phone: maskMobile(phone as MobileNumber),
      })),
    ],
    ['work', work ? single(workValues(work, write)) : []],
    [
      'identity',
      identity
        ? single({
            ...identity,
            idType: option('id.type', identity.idType),
            idExpiresOn: day(identity.idExpiresOn),
          })
        : [],
    ],
    ...draftsOf(data, write),
    [
      'pictures',
      blocksOf(credit.pictures, (picture) => ({
        purpose: word('purpose', picture.purpose),
        at: time(picture.uploadedAt),
      })),
    ],
    [
      'reviews',
      blocksOf(
        credit.applications.filter((application) => application.decision),
        ({ submittedAt, decision }) => ({
          askedAt: time(submittedAt),
          at: time(decision?.at ?? null),
          outcome: word('outcome', decision?.outcome),
          reason: decision?.reasonGroup,
        }),
      ),
    ],
    [
      'calls',
      blocksOf(
        credit.applications.flatMap((application) => application.calls),
        ({ at, result, callBackAt, note }) => ({
          at: time(at),
          outcome: word('call', result),
          callBackAt: time(callBackAt),
          note,
        }),
      ),
    ],
    [
      'payoutAccounts',
      blocksOf(data.payoutAccounts, ({ provider, ownerName, number, phone, addedAt }) => ({
        provider,
        ownerName,
        number,
        phone: formatMobile(phone as MobileNumber),
        addedAt: time(addedAt),
      })),
    ],
  ];
}

/**
 * Returns the section with answers that were typed but not submitted; empty if all were submitted.
 */
function draftsOf({ credit }: PersonalData, { time }: Writer): [SectionName, Block[]][] {
  const values = ({ values, keptAt }: (typeof credit.drafts)[number]) => ({
    text: Object.values(values).filter(Boolean).join(' · '),
    at: time(keptAt),
  });
  return credit.drafts.length > 0 ? [['drafts', blocksOf(credit.drafts, values)]] : [];
}

/** Omits the place codes, because the document states the address in words. */
const withoutCodes = {
  provinceCode: undefined,
  cityCode: undefined,
  barangayCode: undefined,
} as object;

/** Whether an extension was paid and so changed the loan. Other extensions are only in the JSON. */
const isBooked = ({ state }: { state: string }) => state === 'success';

function aboutComplaints(
  { complaint }: PersonalData,
  { day, time, money }: Pick<Writer, 'day' | 'time' | 'money'>,
): [SectionName, Block[]] {
  const blocks = complaint.complaints.flatMap(({ number, words, payment, openedAt, turns }) => [
    {
      heading: number,
      values: {
        text: words,
        payment: payment && `${money(payment.amountCentavos)} · ${day(payment.paidOn)}`,
        askedAt: time(openedAt),
      },
    },
    ...blocksOf(turns, (turn) => ({
      [turn.isAnswer ? 'answer' : 'text']: turn.words,
      at: time(turn.at),
    })),
  ]);
  return ['complaints', blocks];
}

/** Returns the sections about the dealings between borrower and lender. */
function aboutDealings(
  data: PersonalData,
  { consents }: PaperFacts,
  { day, time, money }: Writer,
): [SectionName, Block[]][] {
  const timeOf = (at: string | null) => time(at === null ? null : Temporal.Instant.from(at));
  return [
    [
      'loans',
      data.loan.loans.flatMap((loan) => [
        {
          heading: loan.referenceNo,
          values: {
            state: loan.bill?.settledAs ?? loan.state,
            principal: money(loan.principalCentavos),
            charges: money(
              loan.interestCentavos + loan.serviceFeeCentavos + loan.channelFeeCentavos,
            ),
            received: money(loan.arrivalCentavos),
            receiver: `${loan.receiver.label} •••• ${loan.receiver.last4}`,
            signedAt: time(loan.signedAt),
            dueOn: day(loan.bill?.dueOn ?? null),
            settledAt: time(loan.bill?.settledAt ?? null),
          },
        },
        ...blocksOf(loan.extensions.filter(isBooked), ({ feeCentavos, offeredOn, dueOn }) => ({
          extension: `${money(feeCentavos)} · ${day(offeredOn)} → ${day(dueOn)}`,
        })),
        ...blocksOf(loan.payments, ({ valueOn, amountCentavos }) => ({
          payment: `${money(amountCentavos)} · ${day(valueOn)}`,
        })),
      ]),
    ],
    [
      'messages',
      blocksOf(data.messages.messages, ({ at, kind, text }) => ({
        at: time(at),
        text: text ?? kind,
      })),
    ],
    [
      'devices',
      blocksOf(data.account.sessions, ({ openedAt, lastSeenAt }) => ({
        openedAt: time(openedAt),
        lastSeenAt: time(lastSeenAt),
      })),
    ],
    [
      'feedback',
      blocksOf(
        data.feedback,
        ({ sentAt, type, wantedCentavos, wantedTermDays, comment, answer }) => ({
          at: time(sentAt),
          text: comment ?? money(wantedCentavos) ?? String(wantedTermDays ?? type),
          answer,
        }),
      ),
    ],
    aboutComplaints(data, { day, time, money }),
    [
      'consents',
      blocksOf(consents, ({ kind, version, givenAt, withdrawnAt }) => ({
        kind,
        version,
        givenAt: timeOf(givenAt),
        withdrawnAt: timeOf(withdrawnAt),
      })),
    ],
    [
      'requests',
      blocksOf(data.requests, (request) => ({
        kind: request.kind,
        text: request.words,
        askedAt: time(request.askedAt),
        answerBy: day(request.dueOn),
        outcome: request.outcome,
        answer: request.answer,
      })),
    ],
    [
      'looks',
      blocksOf(data.looks, ({ at, role, act, reason }) => ({ at: time(at), role, act, reason })),
    ],
  ];
}
