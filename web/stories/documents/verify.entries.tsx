// The screen that verifies a document, with each result.
import { asDay } from '@sandali/contract/day.ts';
import { getText } from '#/i18n/text.ts';
import { VerifyView, type VerifyViewProps } from '#/screens/documents/Verify.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';
import { screensOf } from '#stories/ShellBar.tsx';

const screen = screensOf('Verify', 'title.verify', true);
const view = (name: string, props: Partial<VerifyViewProps> = {}) =>
  screen(
    name,
    <VerifyView
      result={null}
      busy={null}
      codeError={undefined}
      onFile={nothing}
      onCode={nothing}
      {...props}
    />,
  );

const paper = { kind: 'extension', on: asDay('2026-11-20') } as const;
const noNetwork = {
  is: 'failed',
  /** A getter, so that the message is in the screenshot's language. */
  get message() {
    return getText('net.abnormal');
  },
} as const;

export const entries: Entry[] = [
  view('empty'),
  view('reading the file', { busy: 'file' }),
  view('checking the code', { busy: 'code' }),
  view('genuine file', { result: { is: 'genuineFile', ...paper } }),
  view('genuine code alone', { result: { is: 'genuineCode', ...paper, kind: 'receipt' } }),
  view('changed', { result: { is: 'changed' } }),
  view('not genuine', { result: { is: 'false' } }),
  view('no code', { result: { is: 'noCode' } }),
  view('too large', { result: { is: 'tooLarge' } }),
  view('unreadable', { result: { is: 'unreadable' } }),
  view('half a code', {
    codeError:
      'This code is incomplete. Copy it from SANDALI-1 to its last digit: four lines at the end of the document.',
  }),
  view('no network', { result: noNetwork }),
];
