//! Words in the names of fields that contain secrets: data only. To add a word, put it in the line
//! of its language; a new language is a new line. A field is secret if its name, id, label,
//! placeholder or title contains one of these as whole words. Upper case, accents, digits and
//! punctuation are ignored, and names are split where they change case: `cvv` matches `card-cvv2`
//! and `cardCVV`, but `pin` matches neither `pinned` nor `shipping`. Words of scripts without
//! spaces between words match anywhere. Compound words have to be listed as compounds.
//!
//! A word belongs here only if it rarely means anything else: `code`, `card`, `token`, `sin` and
//! `cid` are absent, because promotions, libraries and customer numbers use them.

/** By language (BCP 47); phrases are separated by commas. */
export const SECRET_WORDS = {
  en:
    'password, passwords, passwd, passwrd, pwd, userpassword, loginpassword, newpassword, ' +
    'oldpassword, currentpassword, confirmpassword, repeatpassword, passwordconfirm, ' +
    'passwordconfirmation, passwordagain, txtpassword, accountpassword, passphrase, pass phrase, ' +
    'passcode, pass code, pin, pins, pinno, pinnumber, atmpin, cardpin, userpin, mpin, ' +
    'upipin, tpin, ' +
    'otp, otpcode, otpinput, totp, totpcode, hotp, smsotp, emailotp, onetimecode, one time code, ' +
    'one time password, one time passcode, onetimepassword, onetimepasscode, one time pin, ' +
    'one time key, verification code, verificationcode, verify code, verifycode, ' +
    'authentication code, auth code, authcode, authenticator code, authenticatorcode, ' +
    'confirmation code, confirmationcode, login code, logincode, sign in code, sms code, smscode, ' +
    'text message code, two factor code, twofactorcode, two step code, factor code, fa code, ' +
    'facode, mfa, mfacode, mfa code, recovery code, recoverycode, backup code, backupcode, ' +
    'recovery key, recovery phrase, seed phrase, seedphrase, secret recovery phrase, mnemonic, ' +
    'access code, accesscode, activation code, ' +
    'cvv, cvc, csc, cvn, cvd, cvvcode, cvccode, cvvcvc, cvccvv, cvvnumber, cardcvv, cardcvc, ' +
    'cardcvn, cccvv, cccvc, cccsc, cvvnum, security code, securitycode, securecode, ' +
    'card verification, cardverification, card verification value, card identification number, ' +
    'card number, cardnumber, card no, cardno, card num, cardnum, creditcard, credit card, ' +
    'creditcardnumber, creditcardno, debitcard, debit card, debitcardnumber, ccnumber, cc number, ' +
    'ccnum, cc num, ccno, cc no, ccn, card pan, primary account number, card expiry, cardexpiry, ' +
    'card expiration, ccexp, cc exp, ccexpiry, cc expiry, card exp, cardexp, expiry date mm yy, ' +
    'exp date mm yy, expiration date mm yy, ' +
    'iban, ibannumber, bank account number, bankaccountnumber, bank account no, ssn, ssnumber, ' +
    'social security, social security number, socialsecuritynumber, socialsecurity, ' +
    'social insurance number, national insurance number, secret key, secretkey, client secret, ' +
    'clientsecret, api secret, apisecret, secret word, secret answer, secretanswer, ' +
    'security answer, securityanswer, memorable word, memorable information, private key, ' +
    'privatekey, api key, apikey, access token, accesstoken, bearer token, auth token, authtoken, ' +
    'signing secret, webhook secret',
  de:
    'Passwort, Passwörter, Kennwort, Benutzerkennwort, Passwortbestätigung, Passwortwiederholung, ' +
    'Kennwortbestätigung, Passwort wiederholen, Einmalpasswort, Einmalkennwort, Einmalcode, ' +
    'Einmal-Code, Losungswort, Zugangscode, Geheimzahl, Geheimnummer, Geheimwort, PIN-Nummer, TAN, ' +
    'mTAN, smsTAN, pushTAN, chipTAN, photoTAN, TAN-Nummer, Bestätigungscode, Sicherheitscode, ' +
    'Verifizierungscode, Prüfcode, Prüfziffer, Prüfnummer, Kartenprüfnummer, Kartenprüfziffer, ' +
    'SMS-Code, Freischaltcode, Kartennummer, Kreditkarte, Kreditkartennummer, Kontonummer, ' +
    'Sozialversicherungsnummer, Rentenversicherungsnummer, Steuer-ID, Wiederherstellungscode',
  fr:
    'mot de passe, motdepasse, mots de passe, mdp, mot secret, code secret, code confidentiel, ' +
    'code PIN, code à usage unique, mot de passe à usage unique, code de vérification, ' +
    'code de sécurité, code de confirmation, code de validation, code reçu par SMS, code SMS, ' +
    'code d’accès, cryptogramme, cryptogramme visuel, numéro de carte, numéro de la carte, ' +
    'numéro de carte bancaire, carte bancaire, carte de crédit, numéro de sécurité sociale, ' +
    'date d’expiration de la carte',
  es:
    'contraseña, contraseñas, clave de acceso, clave secreta, palabra clave secreta, ' +
    'código de verificación, código de seguridad, código de confirmación, código de un solo uso, ' +
    'código de acceso, código SMS, código PIN, clave dinámica, número de tarjeta, ' +
    'número de la tarjeta, tarjeta de crédito, tarjeta de débito, número de cuenta bancaria, ' +
    'número de seguridad social, número de la seguridad social, contrasenia, clave de firma',
  pt:
    'senha, senhas, palavra-passe, palavra passe, código de verificação, código de segurança, ' +
    'código de confirmação, código de acesso, código SMS, código de uso único, número do cartão, ' +
    'número de cartão, cartão de crédito, cartão de débito, CPF, número de segurança social, ' +
    'chave secreta',
  it:
    'parola d’ordine, parola chiave segreta, parola segreta, codice di verifica, ' +
    'codice di sicurezza, codice di conferma, codice segreto, codice monouso, codice OTP, ' +
    'codice SMS, codice di accesso, numero di carta, numero della carta, numero carta, ' +
    'carta di credito, carta di debito, codice fiscale',
  nl:
    'wachtwoord, wachtwoorden, wachtwoordzin, toegangscode, pincode, pin code, eenmalige code, ' +
    'verificatiecode, bevestigingscode, beveiligingscode, veiligheidscode, controlecode, ' +
    'sms-code, kaartnummer, creditcardnummer, rekeningnummer, burgerservicenummer, BSN',
  sv:
    'lösenord, engångskod, engångslösenord, pinkod, säkerhetskod, verifieringskod, ' +
    'bekräftelsekod, kortnummer, kreditkort, personnummer, kontonummer',
  da:
    'adgangskode, kodeord, engangskode, pinkode, sikkerhedskode, bekræftelseskode, ' +
    'kontrolcifre, kreditkort, CPR-nummer',
  no: 'passord, engangskode, engangspassord, sikkerhetskode, bekreftelseskode, fødselsnummer',
  fi:
    'salasana, salasanat, salalause, tunnusluku, PIN-koodi, kertakäyttökoodi, vahvistuskoodi, ' +
    'turvakoodi, turvaluku, kortin numero, korttinumero, luottokortti, henkilötunnus',
  pl:
    'hasło, hasla, hasła, hasło jednorazowe, kod jednorazowy, kod weryfikacyjny, kod sms, ' +
    'kod bezpieczeństwa, kod potwierdzający, kod pin, numer karty, karta kredytowa, PESEL, ' +
    'numer rachunku',
  cs:
    'heslo, hesla, jednorázové heslo, jednorázový kód, ověřovací kód, bezpečnostní kód, ' +
    'potvrzovací kód, číslo karty, kreditní karta, rodné číslo',
  hu:
    'jelszó, jelmondat, egyszeri kód, ellenőrző kód, biztonsági kód, megerősítő kód, pin kód, ' +
    'kártyaszám, bankkártya száma',
  ro: 'parolă, parola, cod de verificare, cod de securitate, numărul cardului, număr card',
  tr:
    'şifre, parola, tek kullanımlık şifre, doğrulama kodu, onay kodu, güvenlik kodu, sms kodu, ' +
    'kart numarası, kredi kartı, TC kimlik no',
  el:
    'κωδικός πρόσβασης, συνθηματικό, κωδικός επαλήθευσης, κωδικός ασφαλείας, κωδικός μίας χρήσης, ' +
    'αριθμός κάρτας',
  sk: 'heslo, overovací kód, bezpečnostný kód, číslo karty, rodné číslo',
  sl: 'geslo, potrditvena koda, številka kartice',
  hr: 'lozinka, zaporka, kontrolni kod, broj kartice',
  bg: 'парола, код за потвърждение, номер на картата',
  ru:
    'пароль, пароля, пинкод, пин-код, пин код, пин, одноразовый пароль, одноразовый код, ' +
    'код подтверждения, код проверки, код безопасности, код из смс, секретное слово, номер карты, ' +
    'банковская карта, СНИЛС',
  uk: 'пароль, пін-код, код підтвердження, одноразовий код, код безпеки, номер картки',
  ar:
    'كلمة المرور, كلمة السر, كلمة مرور, الرقم السري, الرمز السري, رمز التحقق, رمز التأكيد, ' +
    'رمز الأمان, رقم البطاقة, بطاقة الائتمان',
  he: 'סיסמה, סיסמא, הסיסמה, קוד אימות, קוד סודי, קוד חד פעמי, קוד אבטחה, מספר כרטיס, מספר הכרטיס',
  hi: 'पासवर्ड, कूटशब्द, ओटीपी, पिन, सत्यापन कोड, सुरक्षा कोड, सीवीवी, कार्ड नंबर',
  id:
    'kata sandi, sandi, kode verifikasi, kode keamanan, kode OTP, kode akses, nomor kartu, ' +
    'kata laluan, nombor kad',
  vi: 'mật khẩu, mã xác minh, mã xác thực, mã bảo mật, mã OTP, mã PIN, số thẻ',
  th: 'รหัสผ่าน, รหัสลับ, รหัสยืนยัน, รหัสความปลอดภัย, หมายเลขบัตร',
  ja:
    'パスワード, 暗証番号, 合言葉, ワンタイム, 認証コード, 確認コード, 認証番号, ' +
    'セキュリティコード, セキュリティ コード, カード番号, クレジットカード, マイナンバー, パスコード',
  zh:
    '密码, 密碼, 口令, 验证码, 驗證碼, 校验码, 安全码, 安全碼, 动态码, 一次性代码, 卡号, 卡號, ' +
    '信用卡, 身份证号, 銀行帳號',
  ko:
    '비밀번호, 암호, 인증번호, 인증 번호, 인증코드, 인증 코드, 보안코드, 보안 코드, 카드번호, ' +
    '카드 번호, 주민등록번호, 주민번호',
};

/** Too short for labels, unambiguous as the whole of a name or an id. */
export const SECRET_NAMES = 'pass, psw, pw, pswd, pword, cc, fa, twofa';

/**
 * Directly after a word, these indicate that it is not the secret itself (Italian `parola chiave`
 * is a keyword).
 */
export const HARMLESS_AFTER =
  'hint, hints, length, policy, policies, strength, age, history, rotation, rules, manager, ' +
  'generator, expiry days, attempts, retries, Hinweis, Richtlinie, Länge, chiave';

/**
 * A postal code in India, a secret in Europe: secret unless the field also has a word of the second
 * list.
 */
export const POSTAL_OR_SECRET = 'pin code, pincode';
export const POSTAL_WORDS =
  'postal, postal code, postalcode, postcode, zip, zipcode, zip code, address, addr, area, city, ' +
  'delivery, shipping, shippingaddress, billing address, state, district, village, locality';

/** Fields whose whole name or id is one of these are search fields, whatever their label is. */
export const SEARCH_NAMES = [
  'q',
  'query',
  'search',
  'searchbox',
  'search-input',
  'keyword',
  'filter',
];

/** Parts of `autocomplete` that mark a field as secret. */
export const SECRET_AUTOCOMPLETE = ['one-time-code', 'password', 'cc-', 'secret'];
