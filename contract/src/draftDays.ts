/** Days of business time from its last change until a draft is deleted, on phone and server. */
export const draftDays = 30;
