// The shell's overlays: the feedback sheet, the update prompt and the download button.
import type { UserGid } from '@sandali/contract/id.ts';
import { getText } from '#/i18n/text.ts';
import { FeedbackView, type FeedbackViewProps } from '#/screens/cases/FeedbackDialog.tsx';
import { DownloadButton, UpdatePrompt } from '#/shell/Extras.tsx';
import type { Entry } from '#stories/entries.ts';
import { nothing } from '#stories/fixtures.ts';

const shop = 'https://play.google.com/store/apps/details?id=ph.sandali';

const sheet = (
  name: string,
  start: FeedbackViewProps['start'],
  more: Partial<FeedbackViewProps> = {},
): Entry => ({
  group: 'Feedback',
  name,
  isScreen: true,
  draw: () => (
    <FeedbackView
      isDrawnOnly
      userGid={'01970000-0000-7000-8000-000000000000' as UserGid}
      start={start ?? {}}
      failure={null}
      isBusy={false}
      onEdit={nothing}
      onSend={nothing}
      onClose={nothing}
      {...more}
    />
  ),
});

export const entries: Entry[] = [
  sheet('first look', {}),
  sheet('quota too low', { type: '1', amount: '30000' }),
  sheet('term too short', { type: '2', termDays: '24' }),
  sheet('interest too high, sending', { type: '3' }, { isBusy: true }),
  sheet('others', { type: '6', comment: 'I am paid on the 30th.' }),
  sheet(
    'others, without a comment',
    { type: '6' },
    { fieldError: () => getText('cases.feedback.commentMissing') },
  ),
  sheet(
    'refused',
    { type: '2', termDays: '30' },
    { failure: 'Thank you. That is all we can take today. Please tell us more tomorrow.' },
  ),
  {
    group: 'Update prompt',
    name: 'with a download',
    draw: () => <UpdatePrompt isDrawnOnly download={shop} />,
  },
  {
    group: 'Update prompt',
    name: 'without one',
    draw: () => <UpdatePrompt isDrawnOnly download={null} />,
  },
  { group: 'Download button', name: 'floating', draw: () => <DownloadButton href={shop} /> },
];
