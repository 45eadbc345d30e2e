// What staff may see of messages: to whom (masked), when, by which gateway and with what outcome. Never the text, which may hold a code.
import { zMobile } from '@sandali/contract/mobile.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import { borrowerOfPhone } from '#/account/account.ts';
import { Declined, type StaffCommand, staffCommand } from '#/commands/command.ts';
import { maskPhone } from '#/commands/mask.ts';
import { shownAt, wireInstant } from '#/kit/days.ts';
import { messageLog } from './staff.store.ts';

export const noticeCommands: StaffCommand[] = [
  staffCommand({
    name: 'sms log',
    kind: 'look',
    roles: ['support', 'engineer'],
    isAboutPerson: true,
    request: v.strictObject({
      phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 50),
    }),
    run: async ({ house: { sealer }, now, wall }, tx, { phone, limit }) => {
      const number = phone === undefined ? null : parsePhilippineMobile(phone);
      if (phone !== undefined && !v.is(zMobile, number)) throw new Declined('That is no Philippine mobile number.');
      const rows = await messageLog(tx, { limit, ...(number ? { toHash: sealer.hash('phone', number) } : {}) });
      const borrowerId = number && (await borrowerOfPhone(tx, sealer, number));
      return {
        data: {
          messages: rows.map((row) => ({
            at: wireInstant(row.queued_at),
            to: maskPhone(sealer.open('message phone', row.id, row.to_sealed)),
            kind: row.kind,
            state: row.state,
            delivery: row.delivery,
            sentAt: row.sent_at && wireInstant(row.sent_at),
            heldUntil: row.held_until && wireInstant(row.held_until),
            tries: row.tries.map((one) => ({ ...one, askedAt: wireInstant(shownAt(Temporal.Instant.from(one.askedAt), { now, wall })) })),
          })),
        },
        ...(borrowerId ? { subject: borrowerId } : {}),
        detail: { messages: rows.length },
      };
    },
  }),
];
