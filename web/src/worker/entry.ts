import { listenForPush, type Scope } from './push.ts';

listenForPush(self as unknown as Scope);
