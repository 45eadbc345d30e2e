import type { DataOf } from '@sandali/contract/call.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { changePhone } from '@sandali/contract/phoneChange.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay, formatMoment } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

const day = (on: Day) => formatDay(on, currentLocale(), { weekday: true, year: true });

/** Shown after the number has been changed: what happens next, and when. */
export function ChangedPhone({ done }: { done: DataOf<typeof changePhone> }) {
  const text = useText();
  const lines = [
    // Payout accounts can be added before the number can be changed again, so each has its own
    // date.
    {
      label: text('account.newPhone.accountsFrom'),
      value: formatMoment(done.accountsHeldUntil, done.possibleOn, currentLocale()),
    },
    { label: text('account.newPhone.nextFrom'), value: day(done.possibleOn) },
  ];
  return (
    <>
      <Page gap={5}>
        <div role="status">
          <Empty
            picture="arrived"
            title={text('account.newPhone.doneTitle', { phone: unbreakable(done.phoneMasked) })}
          >
            {text('account.newPhone.doneWhat')}
          </Empty>
        </div>
        <Card>
          <KeyValues look="below" groups={[lines]} />
        </Card>
      </Page>
      <ToMy />
    </>
  );
}

/**
 * Shown within 14 days of a change: the first day on which the number can be changed again, and a
 * link to recovery for a borrower who has lost the new number too.
 */
export function ChangePhoneLater({
  possibleOn,
  phoneMasked,
}: {
  possibleOn: Day;
  phoneMasked: string;
}) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture="lock" title={text('account.newPhone.laterTitle', { day: day(possibleOn) })}>
          {text('account.newPhone.laterWhy', { phone: unbreakable(phoneMasked) })}
        </Empty>
        <Text align="center">
          <TextLink isAlone href={addressOf('forgotPassword', { step: 'lost' })}>
            {text('account.newPhone.laterLost')}
          </TextLink>
        </Text>
      </Page>
      <ToMy />
    </>
  );
}

function ToMy() {
  const text = useText();
  return (
    <Footer>
      <Dock>
        <ButtonLink href={paths.my}>{text('account.newPhone.toMy')}</ButtonLink>
      </Dock>
    </Footer>
  );
}
