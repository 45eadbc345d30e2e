import { cellText } from '@sandali/contract/commands.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { signOut, useSession } from '#/session.ts';
import { Mark } from '#/ui/Mark.tsx';
import { Wrong } from '#/ui/Wrong.tsx';

type Props = { isMenuOpen: boolean; onMenu: () => void; onKeys: () => void };

/** The company, who is signed in, and the way out. A narrow window has a button for the menu. */
export function TopBar({ isMenuOpen, onMenu, onKeys }: Props) {
  const { name, roles, companyName, isSandbox, isDrill, passkeyEndsAt } = useSession();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <header className="head">
      {isDrill && <p className="banner">Drill: a copy that sends nothing.</p>}
      {isSandbox && !isDrill && <p className="banner">Sandbox: people and money are invented.</p>}
      {passkeyEndsAt && (
        <p className="banner">
          Your passkey expires on {cellText({ as: 'instant', at: passkeyEndsAt })}. Make another,
          and let two engineers add it.
        </p>
      )}
      <div className="top-bar">
        <Button
          className="button soft menu-button"
          onPress={onMenu}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
        >
          Menu
        </Button>
        <Link to="/" className="home-link">
          <Mark />
        </Link>
        <span className="company">{companyName}</span>
        <Wrong error={leave.error} />
        <Button className="button quiet" onPress={onKeys}>
          Keys <kbd>?</kbd>
        </Button>
        <MenuTrigger>
          <Button className="who">
            <b>{name}</b>
            <span>{roles.join(', ')}</span>
          </Button>
          <Popover className="popover" placement="bottom end">
            <Menu className="list" aria-label="Sign out">
              <MenuItem className="list-item" onAction={() => leave.mutate(false)}>
                Sign out here
              </MenuItem>
              <MenuItem className="list-item" onAction={() => leave.mutate(true)}>
                Sign out everywhere
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
      </div>
    </header>
  );
}
