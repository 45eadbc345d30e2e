import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Empty.module.css';
import { Picture, type PictureName } from './Picture.tsx';
import { Heading, Text } from './Text.tsx';

export type EmptyProps = {
  picture?: PictureName;
  /** A drawing of its own in place of one of these. */
  drawing?: ReactNode;
  title: ReactNode;
  /** What it means and what the next step is. */
  children?: ReactNode;
  /** A button under the words, where the screen's dock does not hold it. */
  action?: ReactNode;
  /** Smaller, within a card or half a screen. */
  isSmall?: boolean;
};

/** A screen or list with nothing in it: a picture, what it means, the next step. */
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
 * The room that a screen has left, with an `Empty` in its middle; with a role it is read out when
 * it comes.
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
  /** Leave out where the dock holds the button. */
  onRetry?: (() => void) | undefined;
  retryLabel?: ReactNode;
  isRetrying?: boolean;
  isSmall?: boolean;
};

/** Something could not be loaded: what is safe, and trying again. It is announced when it comes. */
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
