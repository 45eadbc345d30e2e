import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { CommandPage } from './command/CommandPage.tsx';
import { Home } from './shell/Home.tsx';
import { Shell } from './shell/Shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: Home });
const home = createRoute({ getParentRoute: () => root, path: '/', component: Home });
/** `command` is the command's words joined by '-'. An address never names a person. */
export const commandRoute = createRoute({
  getParentRoute: () => root,
  path: '/c/$command',
  component: () => <CommandPage slug={commandRoute.useParams().command} />,
});

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([home, commandRoute]),
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
