// Common passwords of eight or more characters, in lowercase. Selected from the lists of the NCSC
// with Have I Been Pwned (2019), SplashData and NordPass, plus Philippine words.

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Complete common passwords. */
export const commonPasswords: ReadonlySet<string> = new Set(
  list(`
    1234qwer 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5
    q1w2e3r4t5y6 qazwsxedc qazwsx123 qweasdzxc zaq12wsx zaq1zaq1 zaq1xsw2 qwer1234 qwert123 qwerty12
    qwerty123 qwerty1234 qwerty12345 qwerty123456 123qweasd 123qweasdzxc 123456qwerty 12345qwert
    1qw23er4 qwe123qwe 123qwe123 123qwe123qwe asd123asd asdf1234 asdfasdf asdfjkl; asdfghjkl1
    asdfgh123 zxcvbnm1 zxcvbnm123 zxcv1234 a1b2c3d4 a1b2c3d4e5 a12345678 a123456789 aa123456
    aa12345678 aaa111222 abc12345 abc123456 abcd1234 abcd12345 abcde12345 abcdef123 abc123abc
    1234abcd 12345abc 123abc123 123123123a 12345678a 123456789a 1234567890a 12345678q 123456789q
    123456abc 1a2b3c4d 11112222 11223344 1122334455 112233445566 12121212 123123123 123321123
    1234554321 12344321 123454321 12345679 123456780 123456788 1234567899 123456781 123456987
    12345600 147258369 147852369 159357159 159753456 741852963 789456123 963852741 987654321
    9876543210 0987654321 87654321 876543210 321654987 102030405 10203040 1020304050 100200300
    19871987 19901990 20002000 20202020 11111111 22222222 password passw0rd pa$$word pa$$w0rd
    p@ssword p@ssw0rd p@$$w0rd passwort motdepasse contrasena password! passwords letmein!
    letmeinnow iloveyou iloveyou2 iloveyou! iloveyou123 iloveme1 iloveu123 ilovegod ilovejesus
    ilovemyself ilovemom ilovemymom mahalkita mahalkita1 mahalkita123 mahalko123 mahalkoikaw
    mahalkosiya mahalkosya ikawlang sinta123 pilipinas philippines pilipino pilipino1 pinoyako
    maynila1 adminadmin admin123 admin1234 admin12345 administrator adminpass rootroot welcome1
    welcome123 changeme changeme1 default1 secret123 trustno1 superman batman123 spiderman pokemon1
    starwars starwars1 football baseball basketball softball baseball1 football1 basketball1
    princess sunshine chocolate butterfly jennifer jessica1 michelle samantha victoria charlie1
    jordan23 michael1 computer internet samsung1 whatever qwertyui qwertyuiop liverpool liverpool1
    chelsea1 barcelona juventus arsenal1 manchester midnight mercedes corvette dragon12 blink182
    hello123 hellohello helloworld test1234 testtest test12345 testing1 testing123 guest123
    guest1234 user1234 demo1234 temp1234 babygirl babygirl1 babyboy1 babylove sweetheart lovelove
    love1234 love12345 lovely123 loveyou1 loveyou2 loveme123 forever1 forever21 myspace1 facebook
    facebook1 facebook123 google123 gmail123 yahoo123 youtube1 minecraft minecraft1 fortnite
    fortnite1 roblox123 mobilelegends jesus123 jesuschrist jesusislord jesusloves godisgood
    godislove blessed1 blessed123 christian champion christmas mommy123 daddy123 mommydaddy
    family123 familia1 familyko qwerty11 access14 killer123 master123 monkey123 monkey12 shadow123
    sandali1 sandali123 sandaliloan gcash123 gcash1234 maya1234 cash1234 money123 money1234 utang123
    pautang1 loan1234 loan12345 loanapp1 pesoloan bahaykubo
  `),
);

/** Words that form a common password together with any of the endings. */
export const commonPasswordWords: ReadonlySet<string> = new Set(
  list(`
    pass password passw0rd p@ssword p@ssw0rd qwerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm admin root
    user guest test demo temp login welcome hello letmein secret master dragon monkey shadow
    sunshine princess football baseball basketball superman batman spiderman pokemon naruto iloveyou
    ilove love lovely loveyou loveme forever baby babygirl angel angels sweet sweety cute pretty
    flower butterfly chocolate cookie jesus christ god lord blessed bless mommy daddy mama papa
    family mother father anak nanay tatay mahal mahalko mahalkita pinoy pinay pilipinas philippines
    manila maynila cebu davao quezon juan maria jose mark john michael michelle jennifer jessica
    angela nicole christian joshua daniel jordan summer winter monday friday january february march
    april august september october november december samsung iphone android google facebook youtube
    tiktok computer internet wifi gcash maya loan cash money peso sandali abc abcd abcdef
  `),
);

/** Common endings of such words in passwords. */
export const commonPasswordEndings: readonly string[] = [
  ...list(
    '! !! 1 01 2 3 7 11 12 21 22 23 69 88 99 12! 111 123 123! 1! 321 777 @1 @12 @123 @1234 _123 #1 #123 1234 12345 123456 1234567 12345678',
  ),
  ...Array.from({ length: 71 }, (_, n) => String(1960 + n)),
  '',
];
