import { type ReactNode, useId } from 'react';
import { Stack } from '#/ui/Layout.tsx';
import { Heading } from '#/ui/Text.tsx';

/** Fields that belong together, under a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack gap={4}>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {children}
      </Stack>
    </section>
  );
}
