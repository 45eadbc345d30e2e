import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Stepper } from '#/ui/Stepper.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

type Props = { step: number; of: number; title: string; children: ReactNode };

/**
 * The head of a short step: progress, title and reason. A single step does not show progress.
 */
export function StepHeader({ step, of, title, children }: Props) {
  const text = useText();
  return (
    <>
      {of > 1 && (
        <Stepper isBare current={step} total={of} label={text('account.step', { step, of })} />
      )}
      <Stack gap={1}>
        <Heading level={2} size="2xl">
          {title}
        </Heading>
        <Text tone="quiet">{children}</Text>
      </Stack>
    </>
  );
}
