import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Empty.module.css';
import { Picture, type PictureName } from './Picture.tsx';
import { Heading, Text } from './Text.tsx';

export type EmptyProps = {
  picture?: PictureName;
  /** A drawing to use instead of `picture`. */
  drawing?: ReactNode;
  title: ReactNode;
  /** The explanation, and what to do next. */
  children?: ReactNode;
  /** A button below the text. Omit it if the screen's dock has the button. */
  action?: ReactNode;
  /** Makes the content smaller, for a card or half a screen. */
  isSmall?: boolean;
};

/** An empty screen or list: a picture, an explanation and what to do next. */
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
 * Centres an `Empty` in the free space of a screen. With a role, screen readers announce it when it
 * appears.
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
  /** Omit this if the button is in the dock. */
  onRetry?: (() => void) | undefined;
  retryLabel?: ReactNode;
  isRetrying?: boolean;
  isSmall?: boolean;
};

/**
 * Tells the borrower that loading failed and that nothing is lost, with a button to retry. Screen
 * readers announce the message when it appears.
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
