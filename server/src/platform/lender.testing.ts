// The lender of production servers in tests: fictitious, but accepted as a real lender.
export const companyEnv = {
  COMPANY_NAME: 'Bukang Liwayway Lending Inc.',
  COMPANY_REG_NUMBER: 'CS201900001',
  COMPANY_AUTH_NUMBER: '1234',
  COMPANY_ADDRESS: '12 Rizal Avenue, Makati City',
  COMPANY_TELEPHONE: '(02) 8123 4567',
  COMPANY_DPO: 'dpo@bukangliwayway.ph',
  COMPANY_SERVICE_HOURS: '8:00–17:00',
  COMPANY_FB_URL: 'https://www.facebook.com/bukangliwayway',
  COMPANY_FB_ACCOUNT: 'bukangliwayway',
};
