import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Empty.module.css';
import { Picture, type PictureName } from './Picture.tsx';
import { Heading, Text } from './Text.tsx';

export type EmptyProps = {
  picture?: PictureName;
  /** A custom drawing instead of `picture`. */
  drawing?: ReactNode;
  title: ReactNode;
  /** The explanation and the next step. */
  children?: ReactNode;
  /** A button under the text, unless it is in the screen's dock. */
  action?: ReactNode;
  /** Whether it is smaller, for a card or half a screen. */
  isSmall?: boolean;
};

/** An empty screen or list: a picture, an explanation, and the next step. */
export function Empty({
  picture = 'nothing',
  drawing,
  title,
  children,
  action,
  isSmall,
}: EmptyProps) {
  return (
    <div className={css.empty}>
      {drawing || <Picture name={picture} size={isSmall ? 's' : 'm'} />}
      <Heading level={2} size={isSmall ? 'm' : 'xl'}>
        {title}
      </Heading>
      {children && (
        <Text as="div" size={isSmall ? 's' : 'm'} tone="quiet" className={css.words}>
          {children}
        </Text>
      )}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

/**
 * Centres an `Empty` in the remaining space of a screen; with a role, screen readers announce it
 * when it appears.
 */
export function Centered({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <div role={role} className={css.frame}>
      {children}
    </div>
  );
}

export type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** Omit it if the button is in the dock. */
  onRetry?: (() => void) | undefined;
  retryLabel?: ReactNode;
  isRetrying?: boolean;
  isSmall?: boolean;
};

/**
 * A failure to load: the text says that nothing is lost, and a button retries. Announced when it
 * appears.
 */
export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel,
  isRetrying,
  isSmall,
}: ErrorStateProps) {
  const retry = onRetry && (
    <Button
      look={isSmall ? 'soft' : 'primary'}
      icon="refresh"
      isBusy={isRetrying}
      onClick={onRetry}
      size={isSmall ? 'fit' : 'full'}
    >
      {retryLabel}
    </Button>
  );
  return (
    <Centered role="alert">
      <Empty picture="cloud" title={title} action={retry} isSmall={isSmall ?? false}>
        {children}
      </Empty>
    </Centered>
  );
}
