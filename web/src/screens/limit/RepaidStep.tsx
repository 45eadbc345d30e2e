import { userMulti } from '@sandali/contract/home.ts';
import type { LimitGrowth } from '@sandali/contract/limitFacts.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useServerQuery } from '#/client/query.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { ClimbPicture } from './Climb.tsx';

/** The step that a repaid loan earned; renders null without a step or while it loads. */
export function RepaidStep() {
  const { data } = useServerQuery(userMulti, {});
  return data?.quota ? <RepaidStepView quota={data.quota} /> : null;
}

export function RepaidStepView({
  quota: { loans, offerCentavos, nextStep },
}: {
  quota: LimitGrowth;
}) {
  const text = useText();
  const toCentavos = offerCentavos ?? nextStep?.toCentavos;
  if (!toCentavos || loans.at(-1)?.counts !== 'earned') return null;
  const limit = formatPesos(toCentavos, { drop00: true });
  return (
    <Card as="section">
      <Stack gap={2}>
        <ClimbPicture loans={loans} />
        <Text>
          {offerCentavos === null && nextStep
            ? text('limit.counts.later', {
                limit,
                day: formatDay(nextStep.on, currentLocale(), { weekday: true }),
              })
            : text('limit.counts.now', { limit })}{' '}
          <TextLink href={paths.limit}>{text('limit.counts.see')}</TextLink>
        </Text>
      </Stack>
    </Card>
  );
}
