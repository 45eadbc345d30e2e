// A borrower can compare the costs of a bill's payment options with each other.
import { expect, test } from 'vitest';
import { testApp } from '#/testing/app.ts';
import { extensionSteps } from '#/testing/extensions.ts';
import { moneySteps } from '#/testing/money.ts';

const app = await testApp();
const { ways, detail, toDay, dueDebtor } = extensionSteps(app, moneySteps(app));
const peso = 100;

test('the cost of a payment option is its total less the amount owed today', async () => {
  const { anna, loanId } = await dueDebtor(6);
  const costs = async () => {
    const { bill, part, plans, extension } = await ways(anna, loanId);
    const more = (paid: number, then: number) => paid + then - bill.currentDue.owedCentavos;
    const measured = [
      more(part?.leastCentavos ?? 0, part?.dueAfter.owedCentavos ?? 0),
      more(0, plans.totalCentavos),
      more(extension?.totalCentavos ?? 0, extension?.dueAfter.owedCentavos ?? 0),
    ];
    expect([part?.costCentavos, plans.costCentavos, extension?.costCentavos]).toEqual(measured);
    return [...measured, extension?.feeCentavos].map((centavos) => (centavos ?? 0) / peso);
  };
  expect(await costs()).toEqual([240, 240, 1800, 1560]);
  await app.addDays(2);
  expect(await costs()).toEqual([0, 0, 1560, 1560]);
  await toDay((await detail(anna, loanId)).bill.lastFreeDay, 3);
  expect(await costs()).toEqual([0, 0, 1560, 1560]);
});
