import type { AppContext } from '#/context/app-context.ts';

/** Returns how a member of staff greets a borrower on the phone; `name` is null if unknown. */
export async function greetingOf(
  { settings }: Pick<AppContext, 'settings'>,
  who: string,
  name: string | null,
): Promise<string> {
  const { companyName } = await settings.all();
  // "Corp." would end the sentence with two full stops.
  const company = companyName.replace(/\.$/, '');
  return `“Good day, this is ${who} of ${company}. May I speak with ${name ?? 'the borrower'}?”`;
}
