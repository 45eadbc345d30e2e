import { undrawnInMessage } from '@sandali/contract/paperLetters.ts';
import { mostRequestLetters, visibleWords } from '@sandali/contract/text.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useText } from '#/i18n/text.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { Note } from '#/ui/Note.tsx';
import { FileInput } from '#/ui/UploadTile.tsx';
import css from './conversation.module.css';
import { kbOf, type Receipt, receiptKinds } from './receipt.ts';

export type ComposerProps = {
  words: string;
  onWords(words: string): void;
  receipt: Receipt;
  picturesLeft: number;
  isBusy: boolean;
  /** Why the last attempt to send failed. The typed text is retained. */
  failure: string | null;
  onSend(): void;
};

/** The field for the next message, above the keyboard: attachment, text, send button. */
export function Composer({
  words,
  onWords,
  receipt,
  picturesLeft,
  isBusy,
  failure,
  onSend,
}: ComposerProps) {
  const text = useText();
  const foot = useAboveKeyboard();
  const files = useRef<HTMLInputElement>(null);
  const visible = visibleWords(words);
  const isLong = [...visible].length > mostRequestLetters;
  const undrawn = undrawnInMessage(visible);
  const canSend =
    !isBusy &&
    !isLong &&
    undrawn.length === 0 &&
    receipt.state !== 'shrinking' &&
    (visible !== '' || receipt.bytes !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <footer ref={foot} className={css.foot}>
      {failure && (
        <Note tone="bad" role="alert" title={text('cases.notSent')}>
          {text('cases.kept')} {failure}
        </Note>
      )}
      {(receipt.state === 'unreadable' || receipt.state === 'tooLarge') && (
        <Note tone="bad" role="alert">
          {text(receipt.state === 'tooLarge' ? 'cases.pdfTooLarge' : 'cases.receiptUnreadable')}
        </Note>
      )}
      {(isLong || undrawn.length > 0) && (
        <Note tone="bad" role="alert">
          {isLong
            ? text('cases.wrong.long')
            : text('cases.wrong.letters', { letters: undrawn.join(' ') })}
        </Note>
      )}
      {receipt.bytes && (
        <div className={css.attached}>
          {receipt.src ? (
            <img className={css.thumb} src={receipt.src} alt={text('cases.pictureOne')} />
          ) : (
            text('cases.pdfReady', { kb: kbOf(receipt.bytes.length) })
          )}
          <IconButton
            icon="trash"
            label={text('cases.dropPicture')}
            disabled={isBusy}
            onClick={receipt.drop}
          />
        </div>
      )}
      <form method="post" className={css.composer} onSubmit={submit}>
        <IconButton
          icon="camera"
          label={text(picturesLeft > 0 ? 'cases.attach' : 'cases.noPictures')}
          disabled={isBusy || picturesLeft === 0 || receipt.state === 'shrinking'}
          onClick={() => files.current?.click()}
        />
        <FileInput name="picture" accept={receiptKinds} input={files} onFile={receipt.take} />
        <textarea
          name="words"
          className={css.field}
          rows={linesOf(words)}
          aria-label={text('cases.write')}
          placeholder={text('cases.write')}
          value={words}
          readOnly={isBusy}
          onChange={({ target }) => onWords(target.value)}
        />
        <button
          type="submit"
          className={css.send}
          aria-disabled={!canSend}
          aria-label={text('cases.send')}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
            <path d="M4 11.5 20 4l-5.5 16-3.5-6.5zM11 13.5 20 4" />
          </svg>
        </button>
      </form>
    </footer>
  );
}

/** Characters per line on a small phone, for browsers that do not size the field themselves. */
const lettersALine = 22;

/** Returns the height of the field in lines, at most five. */
function linesOf(words: string): number {
  const lines = words
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersALine)), 0);
  return Math.min(5, lines);
}

/** Lifts the footer by the height of the keyboard if the browser does not move the page. */
function useAboveKeyboard() {
  const foot = useRef<HTMLElement>(null);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const lift = () => {
      // On a zoomed page, the visible part is smaller even without a keyboard.
      const covered =
        view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop);
      if (foot.current) foot.current.style.bottom = `${covered}px`;
    };
    view.addEventListener('resize', lift);
    view.addEventListener('scroll', lift);
    return () => {
      view.removeEventListener('resize', lift);
      view.removeEventListener('scroll', lift);
    };
  }, []);
  return foot;
}
