import { dismissToast, useToasts } from '#/client/toast.ts';
import { useText } from '#/i18n/text.ts';
import { IconButton } from '#/ui/IconButton.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { Toast, ToastPlace } from '#/ui/Toast.tsx';

/** The passing messages, in a live region that is always there. One with an action stays until it is used or put away. */
export function Toasts() {
  const text = useText();
  const toasts = useToasts();
  return (
    <ToastPlace>
      {toasts.map(({ id, text: words, tone, action }) => {
        const run = () => {
          dismissToast(id);
          action?.run();
        };
        const buttons = action && (
          <>
            <TextButton isAlone onClick={run}>
              {action.label}
            </TextButton>
            <IconButton icon="close" label={text('shell.close')} onClick={() => dismissToast(id)} />
          </>
        );
        return (
          <Toast key={id} icon={tone === 'bad' ? 'warning' : action ? 'info' : 'check'} action={buttons}>
            {words}
          </Toast>
        );
      })}
    </ToastPlace>
  );
}
