/**
 * A draft is deleted from phone and server this many days (business time) after its last change.
 */
export const draftDays = 30;
