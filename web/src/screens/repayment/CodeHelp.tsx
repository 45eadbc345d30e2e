import { formatPesos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { useDueText } from '#/screens/DueAmount.tsx';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { Status } from './answers.ts';
import { otherChannelAddress } from './otherChannelAddress.ts';
import type { Place } from './place.ts';

/** Help if a code is refused, a kiosk is offline, or a payment does not appear (spec §8). */
export function CodeHelp({
  place,
  telephone,
  status,
}: {
  place: Place | 'link';
  telephone: string;
  status: Status;
}) {
  const text = useText();
  const { loanId, repaymentId } = status;
  return (
    <Card as="section">
      <Stack gap={3}>
        <Heading level={2} size="m">
          {text('repayment.code.help')}
        </Heading>
        {place !== 'link' && place !== 'receipt' && (
          <Answer title={text('repayment.code.help.invalid')}>
            {text('repayment.code.help.invalidWords')}
          </Answer>
        )}
        {place === 'kiosk' && (
          <Answer title={text('repayment.code.help.offline')}>
            {text('repayment.code.help.offlineWords')}
          </Answer>
        )}
        <Stack gap={2}>
          <Answer title={text('repayment.code.help.notShown')}>
            {text('repayment.code.help.notShownWords')}
          </Answer>
          <Text size="s">
            <TextLink
              href={addressOf('complaints', { kind: 'paymentNotShown', loanId, repaymentId })}
            >
              {text('repayment.code.help.tell')}
            </TextLink>
          </Text>
          {telephone && (
            <Text size="s">
              <TextLink href={callAddress(telephone)}>
                {text('repayment.code.help.call', { telephone: unbreakable(telephone) })}
              </TextLink>
            </Text>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

function Answer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Heading level={3} size="s">
        {title}
      </Heading>
      <Text size="s">{children}</Text>
    </div>
  );
}

/**
 * A note on a code that pays one of several parts: which part, what is paid, what remains and until
 * when, and how to get the next code. Also states whether the code is reusable.
 */
export function PartNote({
  status: { part, purpose, bill, takesAtOnceCentavos },
}: {
  status: Status;
}) {
  const text = useText();
  const due = useDueText();
  if (takesAtOnceCentavos !== null) {
    return (
      <Note>
        {text('repayment.part.atOnce', {
          maximum: formatPesos(takesAtOnceCentavos, { drop00: true }),
        })}
      </Note>
    );
  }
  if (!part) return null;
  const { number, count, paidBeforeCentavos, left: remainder } = part;
  return (
    <Note role="status" icon="info" title={text('repayment.part.title', { number, count })}>
      {paidBeforeCentavos > 0 && (
        <>{text('repayment.part.paid', { paid: formatPesos(paidBeforeCentavos) })} </>
      )}
      {number < count
        ? text('repayment.part.left', { due: due(remainder, bill.currentDue.on) })
        : text('repayment.part.last')}
      {purpose === 'coolingOff' && (
        <>
          <br />
          {text('repayment.part.return', {
            day: formatDay(remainder.on, currentLocale(), { weekday: true }),
          })}
        </>
      )}
    </Note>
  );
}

/** Links to the page for choosing another channel or code for the same purpose. */
export function OtherChannel({ status }: { status: Status }) {
  const text = useText();
  return (
    <Text align="center">
      <TextLink isAlone href={otherChannelAddress(status)}>
        {text('repayment.code.otherChannel')}
      </TextLink>
    </Text>
  );
}
