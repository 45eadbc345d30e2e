// Validation rules of forms: the contract's schemas applied to typed text, each with a message that
// tells the borrower what to do.
import { zMobile } from '@sandali/contract/mobile.ts';
import { type MobileNumber, parsePhilippineMobile } from '@sandali/contract/phone.ts';
import * as v from 'valibot';
import type { PlainTextId } from '#/i18n/text.ts';

/** Texts that name the letters that papers cannot show. */
export type LettersTextId = 'cases.wrong.letters' | 'payoutAccounts.ownerLetters';
type RuleTextId = PlainTextId | LettersTextId;

/** Returns a text's id as the message of a rule, so that its type is checked. */
export const messageId = (id: RuleTextId): RuleTextId => id;

/** A schema for a field that must be filled in or chosen. */
export const required = (id: PlainTextId) => v.pipe(v.string(), v.nonEmpty(id));

/**
 * Returns a contract schema with one message for all of its rules, or with a message chosen by the
 * typed text.
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

/** Returns a schema for a mobile number as people type it. */
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

/** A schema for an optional field: empty text becomes null. */
export const optionalText = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text || null),
);
