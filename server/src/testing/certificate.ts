// Creates a self-signed certificate for localhost (RFC 5280 in DER), so that the
// repository does not contain a private key.
import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: (Buffer | number[])[]) => der(0x30, ...parts);
const text = (tag: number, words: string) => der(tag, Buffer.from(words));

/**
 * Returns a certificate for `name`, localhost and IPv4 addresses, valid from 2020 to the end of
 * `endYear`, and its private key, both in PEM format.
 */
export function selfSigned(
  name: string,
  endYear = 2049,
  addresses: readonly string[] = ['127.0.0.1'],
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const subject = sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), text(0x0c, name))));
  const names = sequence(
    der(0x06, [0x55, 0x1d, 0x11]),
    der(
      0x04,
      sequence(
        ...addresses.map((address) => der(0x87, address.split('.').map(Number))),
        text(0x82, 'localhost'),
      ),
    ),
  );
  const signed = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    subject,
    sequence(text(0x17, '200101000000Z'), text(0x17, `${endYear - 2000}1231235959Z`)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  );
  const whole = sequence(
    signed,
    ecdsaWithSha256,
    der(0x03, [0], sign('sha256', signed, privateKey)),
  );
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
