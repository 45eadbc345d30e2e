// An engineer with several keys is still one person and cannot book money alone; two people can.
import { books } from '@sandali/server/ledger/ledger.ts';
import { type Asks, testOps } from '@sandali/server/staff/testing.ts';
import { withLocalApp } from '#/borrowers.ts';
import { type BatteryTest, Findings } from '#/test.ts';

const inventedCentavos = 123_456_00;
const withReason = { reason: 'line of the statement' };

export const twoPeople: BatteryTest = {
  name: 'two-people',
  about: 'one engineer alone can neither add staff nor book invented money',
  async run() {
    const findings = new Findings();
    return await withLocalApp(async ({ app, db, clocks, addDays, today }) => {
      const { machine, add } = testOps(app.context);
      const addPerson = async (by: Asks[], name: string, ...roles: string[]) =>
        (await add(by, name, ...roles)).ask;
      const [eva, ivan] = [
        await addPerson([machine], 'eva', 'engineer'),
        await addPerson([machine], 'ivan', 'engineer'),
      ];
      const helper = await addPerson([eva, ivan], 'helper', 'engineer');
      const [ana, ben] = [
        await addPerson([eva, ivan], 'ana', 'finance'),
        await addPerson([eva, ivan], 'ben', 'finance'),
      ];
      const [carl, dina] = [
        await addPerson([helper, ivan], 'carl', 'finance'),
        await addPerson([ivan, eva], 'dina', 'finance'),
      ];
      const alone = [
        await addPerson([eva, eva], 'mallory', 'finance'),
        await addPerson([eva, helper], 'mallory', 'finance'),
      ];
      for (const ask of alone)
        findings.expect(
          (await ask('staff list')).status === 401,
          'one engineer alone added a person',
        );
      const transfer = {
        amountCentavos: inventedCentavos,
        paidOn: String(today()),
        bankReference: 'FT00123456',
        code: 'TR-2222-2222',
      };
      const countEntries = async () =>
        Number(
          (
            await db
              .selectFrom('ledger_entries')
              .select(({ fn }) => fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        );
      const before = await countEntries();
      const counts = { tries: 0, refused: 0, confirmed: 0 };
      const confirm = async (by: Asks) =>
        (await by('transfer unmatched', transfer, withReason)).status;
      findings.expect((await confirm(ana)) === 200, 'the first of two people could not propose');
      for (const days of [0, 1, 30]) {
        if (days > 0) await addDays(days);
        for (const [name, ask] of Object.entries({
          ana,
          ben,
          carl,
          ...(days === 0 ? { dina } : {}),
        })) {
          counts.tries += 1;
          const status = await confirm(ask);
          findings.expect(
            status === 422,
            `${name} booked invented money after ${days} days: ${status}`,
          );
          if (status === 422) counts.refused += 1;
        }
      }
      findings.expect((await countEntries()) === before, 'the books changed');
      findings.expect((await confirm(dina)) === 200, 'two people could not book it');
      if ((await countEntries()) > before) counts.confirmed += 1;
      findings.expect(counts.confirmed === 1, 'money that two people confirmed was not booked');
      const breaks = await books(db);
      findings.expect(
        breaks.length === 0,
        breaks
          .map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`)
          .join('; '),
      );
      return findings.outcome({ ...counts, at: clocks.now().toString() });
    });
  },
};
