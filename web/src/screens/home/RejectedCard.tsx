import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { useText } from '#/i18n/text.ts';
import { Card } from '#/ui/Card.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

/** A refused application: said plainly, with what would help another time. */
export function RejectedCard({ reasonGroup }: { reasonGroup: ReasonGroup | null }) {
  const text = useText();
  return (
    <Card as="section">
      <Stack>
        <Heading level={2}>{text('home.refused.title')}</Heading>
        <Text>{text(`home.refused.${reasonGroup ?? 'other'}`)}</Text>
        <Text size="s">{text('home.refused.clean')}</Text>
      </Stack>
    </Card>
  );
}
