// Form validation: applies the contract's schemas to typed text. Each rule has a message that tells
// the borrower what to do.
import { zMobile } from '@sandali/contract/mobile.ts';
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import type { PlainTextId } from '#/i18n/text.ts';

/** Texts that list the letters that documents cannot show. */
export type LettersTextId = 'cases.wrong.letters' | 'payoutAccounts.ownerLetters';
type RuleTextId = PlainTextId | LettersTextId;

/** Returns the id unchanged, so that the compiler checks that it is a text id. */
export const messageId = (id: RuleTextId): RuleTextId => id;

export const required = (id: PlainTextId) => v.pipe(v.string(), v.nonEmpty(id));

/**
 * Returns a contract schema whose rules all share one message, or a message chosen by the typed
 * text.
 */
export function withMessage<O>(
  schema: v.GenericSchema<string, O>,
  id: RuleTextId | ((typed: string) => RuleTextId),
): v.GenericSchema<string, O> {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = v.safeParse(schema, dataset.value);
      if (parsed.success) return parsed.output;
      addIssue({ message: typeof id === 'function' ? id(dataset.value) : id });
      return NEVER;
    }),
  );
}

/** Returns a schema for a typed mobile number. */
export const mobileField = (
  id: PlainTextId | ((typed: string) => PlainTextId),
): v.GenericSchema<string, MobileNumber> =>
  withMessage(
    v.pipe(
      v.string(),
      v.transform((typed) => parsePhilippineMobile(typed) ?? typed),
      zMobile,
    ),
    id,
  );

/** Schema for an optional field: an empty text becomes null. */
export const optionalText = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text || null),
);
