import type { DataOf } from '@sandali/contract/call.ts';
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { refuseQuery } from '@sandali/contract/rejection.ts';
import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { HomeButton } from '#/shell/GoHomeDock.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { CheckedLines } from '#/ui/CheckedLines.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading } from '#/ui/Text.tsx';

type RejectedProps = {
  firstName: string;
  reasonGroup: ReasonGroup;
  /** The server's reason for the rejection. */
  reason: string;
  dispute: Dispute | null;
  canDispute: boolean;
  /** The first day on which the borrower may apply again. */
  resubmitOn: Day | null;
  /** Whether the borrower may already apply again. */
  mayResubmit: boolean;
  telephone: string;
  serviceHours: string;
  onDispute(): void;
};

export type Dispute = NonNullable<NonNullable<DataOf<typeof refuseQuery>['refusal']>['dispute']>;

/**
 * A rejected application: the reason, what would help, when to apply again, and whom to contact.
 */
export function RejectedView(props: RejectedProps) {
  const text = useText();
  const { firstName, reasonGroup, reason, resubmitOn, mayResubmit } = props;
  return (
    <>
      <Page>
        <Empty
          picture="calm"
          title={
            firstName
              ? text('credit.rejected.title', { name: firstName })
              : text('credit.rejected.titlePlain')
          }
        >
          {text('credit.rejected.message')} {reason}
        </Empty>
        <Card as="section">
          <Stack gap={2}>
            <Heading level={2}>{text('credit.rejected.help')}</Heading>
            <CheckedLines lines={helpOf(text, reasonGroup)} />
          </Stack>
        </Card>
        {props.dispute && <DisputeNote dispute={props.dispute} />}
        <NextRows {...props} />
      </Page>
      <Footer>
        <Dock consequence={whenOf(text, resubmitOn, mayResubmit)}>
          {mayResubmit ? (
            <ButtonLink href={paths.creditPersonal}>{text('credit.rejected.again')}</ButtonLink>
          ) : (
            <HomeButton />
          )}
        </Dock>
      </Footer>
    </>
  );
}

/** How to contact customer service, and how to dispute the rejection. */
function NextRows({ telephone, serviceHours, canDispute, onDispute }: RejectedProps) {
  const text = useText();
  if (!telephone && !canDispute) return null;
  return (
    <List>
      {canDispute && (
        <Row
          icon="edit"
          title={text('credit.dispute.row')}
          detail={text('credit.dispute.rowWhy')}
          onClick={onDispute}
        />
      )}
      {telephone && (
        <Row
          icon="chat"
          title={text('credit.rejected.ask')}
          detail={`${unbreakable(telephone)} · ${serviceHours}`}
          href={callAddress(telephone)}
        />
      )}
    </List>
  );
}

/** A dispute under review, or its outcome. */
function DisputeNote({ dispute: { outcome, dueOn, answer } }: { dispute: Dispute }) {
  const text = useText();
  if (outcome === null)
    return (
      <Note role="status" title={text('credit.dispute.open')}>
        {text('credit.dispute.openWhy', {
          due: formatDay(dueOn, currentLocale(), { weekday: true, year: true }),
        })}
      </Note>
    );
  return (
    <Note tone="plain" title={text('credit.dispute.answered')}>
      {answer}
    </Note>
  );
}

function whenOf(text: Text, resubmitOn: Day | null, mayResubmit: boolean): string | undefined {
  if (mayResubmit) return text('credit.rejected.now');
  return resubmitOn
    ? text('credit.rejected.from', {
        day: formatDay(resubmitOn, currentLocale(), { weekday: true, year: true }),
      })
    : undefined;
}

function helpOf(text: Text, group: ReasonGroup): string[] {
  return [text(`credit.help.${group}`), text('credit.help.fresh')];
}
