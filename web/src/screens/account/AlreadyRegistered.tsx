import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';

/** After a right code for a number that has an account: the way back to the login. `message` is the server's. */
export function AlreadyRegistered({ message }: { message: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="alert">
          <Empty picture="lock" title={message}>
            {text('account.register.knownWhy')}
          </Empty>
        </div>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.login}>{text('account.register.toLogin')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
