/**
 * Days after the last change until a draft of a form is forgotten, on the phone and on the server.
 * Business time.
 */
export const draftDays = 30;
