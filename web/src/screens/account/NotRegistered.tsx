import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** After a right code for a number without an account: the way to the sign-up. `message` is the server's. */
export function NotRegistered({ message }: { message: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="alert">
          <Empty picture="lock" title={message}>
            {text('account.reset.unknownWhy')}
          </Empty>
        </div>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.register}>{text('account.login.register')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
