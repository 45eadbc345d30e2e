// The attack list: what somebody would try who means harm, and the test that gives the right answer to it.
import { attacksOnMoney } from './attacks-money.ts';
import { attacksOnPeople } from './attacks-people.ts';
import { attacksOnWire } from './attacks-wire.ts';
import type { Row } from './row.ts';

/** A-37 (JSON web tokens) has no row: there are none. */
export const attacks: readonly Row[] = [...attacksOnPeople, ...attacksOnMoney, ...attacksOnWire];
