/** The version of the Service Agreement and the Privacy Protection Agreement that the borrower ticks; the server stores it with the acceptance. */
export const agreementVersion = '2026-11';
