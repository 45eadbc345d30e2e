import type { ReasonGroup } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import { callAddress } from '#/kit/callAddress.ts';
import { formatDay } from '#/kit/days.ts';
import { onePiece } from '#/kit/onePiece.ts';
import { spokenLocale, type Text, useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { each } from '#/ui/each.ts';
import { Icon } from '#/ui/Icon.tsx';
import { Beside, Page, Stack } from '#/ui/Layout.tsx';
import { List, Row } from '#/ui/List.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';

export type RejectedProps = {
  firstName: string;
  reasonGroup: ReasonGroup;
  /** The first day on which materials may be sent again. */
  resubmitOn: Day | null;
  /** That day has come. */
  mayResubmit: boolean;
  telephone: string;
  serviceHours: string;
};

/** Not this time: why, what would help, from when, and whom to ask. */
export function RejectedView({ firstName, reasonGroup, resubmitOn, mayResubmit, telephone, serviceHours }: RejectedProps) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture="calm" title={firstName ? text('credit.rejected.title', { name: firstName }) : text('credit.rejected.titlePlain')}>
          {text('credit.rejected.message')} {text(`credit.reason.${reasonGroup}`)}
        </Empty>
        <Card as="section">
          <Stack gap={2}>
            <Heading level={2}>{text('credit.rejected.help')}</Heading>
            {each(helpOf(text, reasonGroup), (line) => (
              <Beside>
                <Icon name="check" size="s" />
                <Words as="span" size="s">
                  {line}
                </Words>
              </Beside>
            ))}
          </Stack>
        </Card>
        {telephone && (
          <List>
            <Row
              icon="chat"
              title={text('credit.rejected.ask')}
              detail={`${onePiece(telephone)} · ${serviceHours}`}
              href={callAddress(telephone)}
            />
          </List>
        )}
      </Page>
      <Foot>
        <Dock consequence={whenOf(text, resubmitOn, mayResubmit)}>
          {mayResubmit ? (
            <ButtonLink href={paths.creditPersonal}>{text('credit.rejected.again')}</ButtonLink>
          ) : (
            <ButtonLink look="soft" href={paths.home}>
              {text('shell.goHome')}
            </ButtonLink>
          )}
        </Dock>
      </Foot>
    </>
  );
}

function whenOf(text: Text, resubmitOn: Day | null, mayResubmit: boolean): string | undefined {
  if (mayResubmit) return text('credit.rejected.now');
  return resubmitOn
    ? text('credit.rejected.from', { day: formatDay(resubmitOn, spokenLocale(), { weekday: true, year: true }) })
    : undefined;
}

function helpOf(text: Text, group: ReasonGroup): string[] {
  return [text(`credit.help.${group}`), text('credit.help.fresh')];
}
