import { nothing } from '#stories/fixtures.ts';

/** A picture of the digits 38096, as rendered by the server. */
const digitsPng =
  'iVBORw0KGgoAAAANSUhEUgAAANwAAABQAgMAAAAPRvOxAAAADFBMVEX///8bGxt7e3u7u7tTQTxvAAAACXBIWXMAAAsTAAALEwEAmpwYAAAFD0lEQVRYw+1X' +
  'vW4qRxQeM6JYSyyVH2GTKEqRBumaSMaPQMHZRTYFUjquJXiDIOUBUm2fhuIOlpbmds5lmzSRklT7CEgxWAlSdAsjwub8zC7L+iYyrj3FAuv5znzn75tjNVYv' +
  'W7cvQlVUM34J7htVmb0A1loptToaVV8ao9TpsURbJvoFP/SRkbkwW/UVffnySNhaaY6Je0xkLqboliuurY6EqTfy43SsWusjYMoS1LcuwHPI1g3D3CwDzQVA' +
  '9zkwYfUmrzbAFT8Xpn7M3tQI13+yUZtiavXSupLTVFXo6/Ap0UXRa728s99ymsoLVuo8KMOIRS//lcPU3pbXbo4rUMZ5MIBAHJupTZS93tNU1REWaVju/PBG' +
  'ORytEPw9TH2x34EmmvHZZamlCQOXwvd67+dhovVtY3SIcyhQZyPiC7B3/tR+5rn/uZSIRpsefaJZzO5DKTqVSfsQR0epahv5+usFZE642a48+R9tzJtGTCUU' +
  'J6eHsZkhNiOTdEvnij9oMHOG81Lr1Sc+be9lOe2Vs+9cxZI1ADpJ+7zv2izIXqOT5XRUio9yrqkaNfjvmFSFd9b8uzPyyLEBDfOEVLJ0O71lTERmik84oYe+' +
  '76pkxHjec5Ift89jtU3K1sDtToc9o1r+qavCSy4CyY2/j/cfeZGS5lP0K75Esm7u8FTxlhN40DTNrBz7Sk85+hwSp40wYisp52cTCjXFF8Tp/J5S25wxH8JV' +
  'hwhDnLY4OvWvA1GgMDaklLTxM1zjilShVsS5v+buaTo95qzxOzewuN2kL3m3nhHuwenmV4S9IKq2tbVPpwZ6M12MirgK4ty4IcXZWpo5R2atKqG4rGGKTgXL' +
  'KPYuJakqxz1IqSMqEjc1qrBrBRSaM/3oozmLa0tETmDsjinYKaLWRfn2xOfwe7MMiU6O47zXYIwNEM7N1bx4I2ym25rELRwYExKdM66/al/xLwd+m28MvCvf' +
  'BzsTwXcpkgj9uMEWBIf9nrR/T9MFGDPd+V5RMUTEN+EV/il1YBD6RCX5IcW1GKAlgxQgxeAEn7oPJDl0VaAB3Dng5zD9yLoGHBx4+wijsjxjF6QbQyr0wcxT' +
  'lgli6+DOGlcFPmOkXR6Bgh0RTeiKaUbWvyQmXfoQWhzWRqNXwu3ApJT4GzcMUNYFFyqrgwEH9VJoHc4y3AoOUjkH7FhOG1c4KQ50GBdTMR3eiRHbVl5Pilgn' +
  'Q+YuCgfvu2wze2XX5y7OMirkO4TCRZLiDaJMZCZwTeZEnHRBKkK+gQkn1e9hDzW+XU5jh05fqVSJqHUOcZoPYZywQHVX1Z7amAUa2KxFRLg5DnBLfsu4Wtd2' +
  'DxtvwTC+4Drm+6F2iGveSk4Ixyb5WQOKyMZMs/azRrO4bFHExGGwDAWnYagnwcUc+23LRjBKnQJuZ2ZijlWz2rddJ+m+uuP+Nu/9r5XdkeXdjVZbFfZsdgTH' +
  'T5I4mSHqaYI9EaV/U7AzbVrGKEIJvll0cpw3ks64yRPVS1PsDhjMU8/WNZlsPdItRCGpclySS2pIES1pLjbXSq4ROywIhc4GLWaByW/tpttCa8LYXivxOQwy' +
  'OctuS2yi9B9fp+mjv4y2xepN/AzvY0Nl8iklgyNKPU3/hEG6gW5cmmQ6e1pdmejz0UdGUhX6HyZlKVjkU4Fn9Uwvnw5l9qbYr3OAcU7r7X8Mp7Wnk2gCwTNm' +
  '6HuIyvPdJ0ba56zEf9l/iJ/N1Ot6Xa/r/9a/zhAafyYF8f4AAAAASUVORK5CYII=';

/** A picture code before any digits have been typed. */
export const pictureCode = {
  shown: { id: '0198a000-0000-7000-8000-000000000301', png: digitsPng },
  digits: '',
  onDigits: nothing,
  isBusy: false,
  another: nothing,
  cannotSee: nothing,
};
