import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Heading, Text } from '#/ui/Text.tsx';

/** A screen whose script did not come, or not within 120 s (spec §8). Reloading asks for it again, and for a newer release if there is one. */
export function LoadFailed() {
  const text = useText();
  return (
    <>
      <Page isUnderSky>
        <div role="alert">
          <Heading level={2}>{text('net.reload')}</Heading>
        </div>
      </Page>
      <Foot>
        <Dock>
          <Button icon="refresh" onClick={() => location.reload()}>
            {text('shell.reload')}
          </Button>
        </Dock>
      </Foot>
    </>
  );
}

/** A screen that broke while it was drawn. */
export function Broken({ onRetry }: { onRetry(): void }) {
  const text = useText();
  return (
    <>
      <Page isUnderSky>
        <div role="alert">
          <Heading level={2}>{text('shell.broken')}</Heading>
          <Text tone="quiet">{text('shell.brokenWhy')}</Text>
        </div>
      </Page>
      <Foot>
        <Dock>
          <Button icon="refresh" onClick={onRetry}>
            {text('shell.retry')}
          </Button>
        </Dock>
      </Foot>
    </>
  );
}
