// What staff does for somebody who was named as a reference and wants to be none.
import { zMobile } from '@sandali/contract/mobile.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand } from '#/commands/command.ts';
import { removeContact } from '#/credit/credit.ts';

export const contactCommands: StaffCommand[] = [
  staffCommand({
    name: 'contact remove',
    kind: 'change',
    roles: ['support', 'reviewer'],
    request: v.strictObject({ phone: v.pipe(v.string(), v.maxLength(40)) }),
    run: async (ctx, tx, { phone }) => {
      const number = parsePhilippineMobile(phone);
      if (!v.is(zMobile, number)) throw new Declined('That is no Philippine mobile number.');
      const applications = await removeContact(ctx, tx, { phone: number, who: ctx.who });
      return { data: { applications }, detail: { applications } };
    },
  }),
];
