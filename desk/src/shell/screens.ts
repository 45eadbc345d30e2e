import { kinds } from '#/cases/kinds.ts';
import { tabs } from '#/money/tabs.ts';

/**
 * The screens that are made by hand. Those who may run `needs` see a screen in the menu; `lists`
 * are the commands whose rows it shows, so that a count on the first page opens it.
 */
export const screens = [
  {
    to: '/approvals',
    name: 'Approvals',
    needs: 'approvals list',
    lists: ['approvals list'],
  },
  {
    to: '/cases',
    name: 'Cases',
    needs: 'cases list',
    lists: ['cases list', ...Object.values(kinds).map(({ list }) => list)],
  },
  { to: '/people', name: 'Borrowers', needs: 'person standing', lists: [] },
  {
    to: '/collections',
    name: 'Collections',
    needs: 'overdue show',
    lists: ['overdue list'],
  },
  { to: '/money', name: 'Money', needs: 'day status', lists: tabs.map(({ command }) => command) },
  { to: '/review', name: 'Review applications', needs: 'review list', lists: ['review list'] },
  { to: '/reports', name: 'Reports', needs: 'report portfolio', lists: [] },
  { to: '/settings', name: 'Settings', needs: 'config list', lists: [] },
  { to: '/staff', name: 'Staff', needs: 'staff list', lists: [] },
] as const satisfies readonly Screen[];

type Screen = { to: `/${string}`; name: string; needs: string; lists: readonly string[] };

/** Returns the screen that shows what a command lists, to a person with these commands. */
export const screenListing = (command: string, commands: readonly { name: string }[]) =>
  screens.find(
    ({ lists, needs }: Screen) =>
      lists.includes(command) && commands.some(({ name }) => name === needs),
  );
