/** The colour of a case's state. */
export const tones = { open: 'plain', acknowledged: 'warn', answered: 'positive', closed: 'plain' } as const;
