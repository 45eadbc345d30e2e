// Formats the queue and one application for a reviewer's terminal.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { applicationView, queueView } from './view.ts';

type Waiting = Awaited<ReturnType<typeof queueView>>['applications'][number];
type Application = NonNullable<Awaited<ReturnType<typeof applicationView>>>['seen'];
type Row = [name: string, value: unknown];

export const limit = (amount: number) => formatPesos(centavos(amount), { drop00: true });
const listed = (...parts: (string | null | undefined | false)[]) =>
  parts.filter(Boolean).join(', ');

/** Formats minutes: '1 d 2 h 5 min'. */
export function ageOf(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return [days && `${days} d`, hours && `${hours} h`, `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ');
}

/** Returns what the reviewer must do next, or null if they only need to take the application. */
export function nextOf({ callBackAt, proposal }: Waiting): string | null {
  if (proposal && !proposal.hasLapsed)
    return `${proposal.by} proposes ${limit(proposal.limitCentavos)}: confirm or decline`;
  return callBackAt && `phone again ${callBackAt}`;
}

/** Returns all rows of an application that a decision needs. */
export function applicationRows(application: Application): Row[] {
  return [
    ...standingRows(application),
    ...decisionRows(application),
    ...proposed(application),
    ...formRows(application),
    ...history(application),
    ...guidance(application),
  ];
}

function standingRows(application: Application): Row[] {
  const { holder, pictureRequests } = application;
  const asked = pictureRequests.find(({ outcome }) => outcome === 'open');
  return [
    ['application', listed(application.application, `no. ${application.number} of this person`)],
    ['person', application.person],
    ['sent', application.submittedAt],
    [
      'waits for a person',
      application.waitingSince
        ? listed(`since ${application.waitingSince}`, `${application.waitingMinutes} min`)
        : 'no',
    ],
    ...(asked ? [['waits for the borrower', `until ${asked.until}`] as Row] : []),
    ['held by', holder && `${holder.by} until ${holder.until}`],
    ...(application.callBackAt ? [['phone again', application.callBackAt] as Row] : []),
  ];
}

function decisionRows(application: Application): Row[] {
  const words = (decision: Application['decisions'][number]) =>
    listed(
      decision.outcome,
      decision.reasonGroup,
      decision.limitCentavos !== null && limit(decision.limitCentavos),
      `by ${decision.by}`,
      `rules ${decision.rulesVersion}`,
    );
  return application.decisions.flatMap((decision): Row[] => [
    [`decided ${decision.at}`, words(decision)],
    ...screenedRows(decision),
    ...decision.findings.flatMap((finding): Row[] => [
      ['finding', listed(finding.rule, finding.words)],
      ...finding.listed.map((match): Row => ['listed', match]),
      ...finding.others.map((other): Row => ['see application', other]),
    ]),
  ]);
}

function screenedRows({ screened }: Application['decisions'][number]): Row[] {
  const lists = Object.entries(screened ?? {}).map(
    ([list, version]) => `${list} ${version === null ? 'none' : `version ${version}`}`,
  );
  return lists.length > 0 ? [['screened against', lists.join(', ')]] : [];
}

function proposed({
  firstLimitCentavos,
  affordableCentavos,
  belowShare,
  limits,
  proposal,
}: Application): Row[] {
  return [
    ...(belowShare ? [['below the share', belowShareWords(belowShare)] as Row] : []),
    ['limit of this income', firstLimitCentavos === null ? null : limit(firstLimitCentavos)],
    ['most it supports', affordableCentavos === null ? null : limit(affordableCentavos)],
    ['two people above', limit(limits.twoPeopleAboveCentavos)],
    ...(proposal
      ? [
          [
            `proposed ${proposal.at}`,
            listed(
              limit(proposal.limitCentavos),
              `by ${proposal.by}`,
              proposal.hasLapsed ? 'has lapsed' : `lapses ${proposal.lapsesAt}`,
              proposal.reason,
            ),
          ] as Row,
        ]
      : []),
  ];
}

/**
 * Describes an income that is too low for any loan. No rule covers this decision, so the text asks
 * the reviewer to state how the loan can be repaid.
 */
function belowShareWords({
  asksPerson,
  mostCentavos,
}: NonNullable<Application['belowShare']>): string {
  const origin = asksPerson
    ? 'the borrower knows this and asks for a person'
    : 'the share has changed since the submission';
  if (mostCentavos === 0) return `the income is too low for any loan; ${origin}; reject`;
  return `the income is too low for any loan; ${origin}; approve at most ${limit(mostCentavos)}, and state how it can be repaid`;
}

function formRows(application: Application): Row[] {
  const { name, phone, personal, contacts, work, identity, accounts } = application;
  return [
    ['name', name],
    ['number', phone],
    ...Object.entries(personal),
    ...contacts.map((one): Row => [`contact, ${one.relationship}`, listed(one.name, one.phone)]),
    ...Object.entries(work).map(([field, value]): Row => [`work ${field}`, value]),
    ...Object.entries(identity),
    ...accounts.map(
      ({ kind, provider, ownerName, last4 }): Row => [kind, listed(provider, ownerName, last4)],
    ),
  ];
}

function history({ calls, pictureRequests, likeness, earlier }: Application): Row[] {
  return [
    ...pictureRequests.map(
      (request): Row => [
        `asked again ${request.at}`,
        listed(
          request.which,
          request.fault,
          `by ${request.by}`,
          request.outcome === 'open' ? `until ${request.until}` : request.outcome,
          request.endedAt,
        ),
      ],
    ),
    ...calls.map(
      (call): Row => [
        `called ${call.at}`,
        listed(
          call.result,
          call.callBackAt && `again ${call.callBackAt}`,
          `by ${call.by}`,
          call.note,
        ),
      ],
    ),
    ...Object.entries(likeness).flatMap(([trait, people]) =>
      people.map((person): Row => [`same ${trait}`, person]),
    ),
    ...earlier.map(
      (application): Row => [
        `earlier no. ${application.number}`,
        listed(
          application.submittedAt ?? 'never sent',
          application.outcome,
          application.reasonGroup,
          application.application,
        ),
      ],
    ),
  ];
}

function guidance({ calling, borrowerReads }: Application): Row[] {
  return [
    ['call', calling.whyNotNow ?? `now, until ${calling.hours.until}:00`],
    ...calling.script.map((line): Row => ['say', line]),
    ...borrowerReads.reject.map(({ group, reads }): Row => [`if rejected, ${group}`, reads]),
    ...borrowerReads.askPhoto.map(({ fault, reads }): Row => [`if asked again, ${fault}`, reads]),
  ];
}
