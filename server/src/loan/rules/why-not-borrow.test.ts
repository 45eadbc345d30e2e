import { asDay } from '@sandali/contract/day.ts';
import { borrowObstacles } from '@sandali/contract/mayBorrow.ts';
import { expect, test } from 'vitest';
import { whyNotBorrow } from './why-not-borrow.ts';

test('returns the obstacles to a loan in the order of the contract', () => {
  const facts = {
    hasOverdueBill: true,
    isLineClosed: true,
    hasClaim: true,
    isLineHeld: true,
    isLendingPaused: true,
    isGatewayPaused: true,
    waitsUntil: asDay('2026-12-15'),
    isBankCardRequired: true,
    hasBankCard: false,
  };
  const solved = [
    { hasOverdueBill: false },
    { isLineClosed: false },
    { hasClaim: false },
    { isLineHeld: false },
    { isLendingPaused: false },
    { isGatewayPaused: false },
    { waitsUntil: null },
    { hasBankCard: true },
  ];
  const obstacles = [whyNotBorrow(facts)];
  for (const fact of solved) obstacles.push(whyNotBorrow(Object.assign(facts, fact)));
  // The contract's last three obstacles depend on the amount, so they are missing here.
  expect(obstacles).toEqual([...borrowObstacles.slice(0, -3), null]);
});
