// Signing up where strangers have asked for so many codes that each needs a picture.
import { codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { register } from '@sandali/contract/signUp.ts';
import { type Life, until } from '@sandali/server/sandbox/life.ts';
import type { Product } from './product.ts';

/** Opens an account with the code that comes by SMS, reading a picture where one is asked for, and stays logged in. @throws where no code comes */
export async function join({ client, phone: number, password, codesOf }: Life, product: Product): Promise<void> {
  const phone = number as MobileNumber;
  const input = { phone, purpose: 'register' } as const;
  let came = await client.ask(codeSms, input);
  if (came.name === 'pictureCodeNeeded') {
    const { pictureCodeId } = await client.must(codePic, {});
    const { digits } = await product.sandbox<{ digits: string }>(`picture?deviceId=${client.deviceId}`);
    came = await client.ask(codeSms, { ...input, pictureCode: { pictureCodeId, digits } });
  }
  if (came.name !== 'success') throw new Error(`a code was answered ${came.name}`);
  const { challengeId } = came.data;
  const code = await until('the code of a new account', async () => (await codesOf(phone))[0]);
  client.token = (await client.must(register, { phone, challengeId, code, password, agreementVersion })).token;
}
