// The lender of a production server in tests: invented, but accepted as real.
export const companyEnv = {
  COMPANY_NAME: 'Bukang Liwayway Lending Inc.',
  COMPANY_REG_NUMBER: 'CS201900001',
  COMPANY_AUTH_NUMBER: '1234',
  COMPANY_ADDRESS: '12 Rizal Avenue, Makati City',
  COMPANY_TELEPHONE: '(02) 8123 4567',
  COMPANY_DPO: 'dpo@bukangliwayway.ph',
};
