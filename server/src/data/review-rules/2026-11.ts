// The review rules of November 2026. They reject only for reasons that borrowers can check, such as
// age or an expired ID. Doubts about identity need a reviewer (RA 10173).
export const reviewRules202611 = {
  version: '2026-11',
  startsOn: '2020-01-01',
  resubmitAfterDays: 7,
  rules: [
    // Borrowers read only the first reason, so the list starts with reasons that they cannot
    // change.
    { id: 'ageOutOfRange', says: 'rejected', reasonGroup: 'age', least: 18, most: 70 },
    {
      id: 'noIncome',
      says: 'rejected',
      reasonGroup: 'income',
      withoutWork: ['none'],
      incomeWithoutWork: ['business', 'remittance', 'pension'],
    },
    { id: 'idExpired', says: 'rejected', reasonGroup: 'identity' },
    { id: 'contactsNotEnough', says: 'rejected', reasonGroup: 'contacts', phonesLeast: 4 },
    { id: 'informationMissing', says: 'rejected', reasonGroup: 'information', fieldsFrom: 3 },

    { id: 'informationThin', says: 'manual', fieldsFrom: 1 },
    {
      id: 'incomeWithoutWork',
      says: 'manual',
      withoutWork: ['none'],
      incomeWithoutWork: ['business', 'remittance', 'pension'],
    },
    {
      id: 'idExpiryMissing',
      says: 'manual',
      idTypes: ['passport', 'driversLicence', 'prc', 'postal'],
    },
    { id: 'sameIdNumber', says: 'manual' },
    { id: 'samePicture', says: 'manual' },
    { id: 'onePicture', says: 'manual' },
    // Families often share a phone, so a few people with the same phone only cause a note.
    { id: 'sameDevice', says: 'manual', peopleFrom: 3, withinDays: 90 },
    { id: 'sharedDevice', says: 'note', peopleFrom: 1, peopleMost: 2, withinDays: 90 },
    { id: 'blocklisted', says: 'manual' },
    { id: 'sanctioned', says: 'manual', birthYearsApartMost: 1 },
    { id: 'notScreened', says: 'manual', lists: ['sanctions'] },
    // These thresholds are slightly higher than those on the phone. A face may be less sharp than
    // the letters on an ID.
    {
      id: 'pictureQuality',
      says: 'manual',
      idFront: { blurMost: 0.6, glareMost: 0.05 },
      selfie: { blurMost: 0.85, glareMost: 0.2 },
    },
    { id: 'earlierRejections', says: 'manual', countFrom: 3, withinDays: 90 },
    { id: 'loanOverdue', says: 'manual' },
    { id: 'loansRepaidLate', says: 'manual', countFrom: 2 },
    { id: 'idNumberUnusual', says: 'note' },

    // The amounts are in the catalogue: facebookBonusCentavos, and growthCentavos for each loan.
    { id: 'facebookLink', says: 'bonus' },
    { id: 'loansRepaidOnTime', says: 'bonus', loansMost: 3 },
  ],
} as const;
