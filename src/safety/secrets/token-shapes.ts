/**
 * What the tokens of well-known services look like: data, each with examples that a test makes tokens from and looks for.
 *
 * In an example `<A36>` stands for 36 letters and digits; the other letters are the classes below. Nothing here is a token.
 * Sources: the services' pages about their tokens, and the public rules of secret scanners (GitHub's, gitleaks).
 */

export interface TokenShape {
  /** Named in the mask: "[hidden: GitHub token]". */
  readonly name: string;
  /** Possible beginnings, exactly. They are searched for first, and the rest is matched only there. */
  readonly heads: readonly string[];
  /** What must precede the head; anything unless given. A regular expression, as all below. */
  readonly before?: string;
  /** Text before the head that belongs to the token. */
  readonly lead?: string;
  /** When given, the head and this are context that stays: only what follows is secret. */
  readonly keep?: string;
  /**
   * The rest of the token. To stay linear, a repetition is bounded, or nothing after it can fail; otherwise `before` prevents two matches from
   * scanning the same text.
   */
  readonly body: string;
  /** A person may have thought of it: no hash of it is ever shown. */
  readonly isGuessable?: boolean;
  readonly examples: readonly string[];
}

/** Characters by the letter that stands for them in examples. */
export const CLASSES = {
  A: 'A-Za-z0-9',
  a: 'a-z0-9',
  U: 'A-Z0-9',
  h: 'a-f0-9',
  d: '0-9',
  w: '\\w\\-',
  b: 'A-Za-z0-9+/=',
} as const;
const { A, U, h, w, b } = CLASSES;
/** The last letter of a colour code or of a percent code does not belong to a word. */
const NO_LETTER = '(?:(?<![A-Za-z0-9])|(?<=\\[[\\d;]{0,12}m|%[\\dA-F]{2}))';

/** A head followed by at least this many characters of one class. */
function plain(name: string, heads: readonly string[], kind: keyof typeof CLASSES, min: number): TokenShape {
  const examples = heads.map((head) => `${head}<${kind}${min}>`);
  return { name, heads, body: `[${CLASSES[kind]}]{${min},}`, examples };
}

/** A head short enough to be part of a word, followed by exactly this many characters. */
function exact(name: string, heads: readonly string[], kind: keyof typeof CLASSES, length: number): TokenShape {
  const body = `[${CLASSES[kind]}]{${length}}(?![A-Za-z0-9])`;
  return { name, heads, before: NO_LETTER, body, examples: heads.map((head) => `${head}<${kind}${length}>`) };
}

const CODE: readonly TokenShape[] = [
  { name: 'Postman key', heads: ['PMAK-'], body: `[${h}]{20,}-[${h}]{30,}`, examples: ['PMAK-<h24>-<h34>'] },
  plain('Bitbucket token', ['ATBB'], 'A', 28),
  { name: 'Mapbox token', heads: ['sk.eyJ'], body: `[${w}]{10,}\\.[${w}]{20,}`, examples: ['sk.eyJ<A40>.<A22>'] },
  plain('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'A', 30),
  plain('GitHub token', ['github_pat_'], 'w', 30),
  {
    name: 'GitLab token',
    heads: [
      'glpat-',
      'gloas-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'glsoat-',
      'glffct-',
    ],
    body: `[${w}]{18,}(?:\\.[${w}]+){0,3}`,
    examples: ['glpat-<w20>', 'glrt-<w24>', 'glpat-<w27>.01.<a9>'],
  },
  plain('token of Deskhand', ['deskhand_mcp_'], 'w', 40),
  plain('npm token', ['npm_'], 'A', 36),
  plain('PyPI token', ['pypi-AgE'], 'w', 50),
  plain('RubyGems key', ['rubygems_'], 'h', 48),
  exact('crates.io token', ['cio'], 'A', 32),
  exact('NuGet key', ['oy2'], 'a', 43),
  plain('Docker token', ['dckr_pat_', 'dckr_oat_'], 'w', 24),
  plain('Clojars token', ['CLOJARS_'], 'a', 60),
  plain('Pulumi token', ['pul-'], 'h', 40),
  plain('SonarQube token', ['sqp_', 'squ_', 'sqa_'], 'h', 40),
  plain('Buildkite token', ['bkua_'], 'h', 40),
  plain('CircleCI token', ['CCIPAT_'], 'w', 40),
  plain('Sentry token', ['sntrys_', 'sntryu_'], 'b', 40),
];

const CHATS_AND_MAIL: readonly TokenShape[] = [
  {
    name: 'Slack token',
    heads: [
      'xoxb-',
      'xoxp-',
      'xoxa-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xoxe-',
      'xoxe.xoxp-',
      'xoxe.xoxb-',
      'xapp-',
      'xwfp-',
    ],
    body: `[${w}%]{16,}`,
    examples: [
      'xoxb-<d12>-<d13>-<A24>',
      'xoxp-<d12>-<d12>-<d13>-<h32>',
      'xapp-1-<U11>-<d13>-<h64>',
      'xoxe.xoxp-1-<A120>',
      'xoxd-<A40>%2B<A40>',
    ],
  },
  {
    name: 'Slack webhook',
    heads: ['hooks.slack.com/'],
    keep: '(?:services|workflows|triggers)/',
    body: `[${A}/]{20,}`,
    examples: ['https://hooks.slack.com/services/<U11>/<U11>/<A24>'],
  },
  {
    name: 'Telegram token',
    heads: [':AA'],
    lead: '\\d{4,12}',
    body: `[${w}]{30,}`,
    examples: ['<d10>:AA<w33>', '<d9>:AA<w33>'],
  },
  {
    name: 'Discord token',
    heads: ['.'],
    lead: `(?<![${w}])[MNO][${w}]{23,25}`,
    body: `[${w}]{6}\\.[${w}]{27,45}`,
    examples: ['M<w23>.<w6>.<w27>', 'N<w25>.<w6>.<w38>'],
  },
  {
    name: 'Discord webhook',
    heads: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    keep: '',
    body: `\\d{10,25}/[${w}]{40,}`,
    examples: ['https://discord.com/api/webhooks/<d18>/<w68>'],
  },
  {
    name: 'Teams webhook',
    heads: ['.webhook.office.com/webhookb2/'],
    keep: '',
    body: `[${A}@/-]{60,}`,
    examples: ['https://x.webhook.office.com/webhookb2/<h36>@<h36>/IncomingWebhook/<h32>/<h36>'],
  },
  {
    name: 'SendGrid key',
    heads: ['SG.'],
    before: NO_LETTER,
    body: `[${w}]{16,32}\\.[${w}]{16,}`,
    examples: ['SG.<w22>.<w43>'],
  },
  exact('Mailgun key', ['key-'], 'h', 32),
  {
    name: 'Mailchimp key',
    heads: ['-us'],
    lead: `(?<![${A}])[${h}]{32}`,
    body: '\\d{1,2}(?!\\d)',
    examples: ['<h32>-us<d2>'],
  },
  plain('Brevo key', ['xkeysib-', 'xsmtpsib-'], 'w', 64),
  { name: 'Resend key', heads: ['re_'], before: NO_LETTER, body: `[${A}]{8}_[${A}]{20,}`, examples: ['re_<A8>_<A24>'] },
  exact('Twilio key', ['SK'], 'h', 32),
];

const CLOUDS: readonly TokenShape[] = [
  exact('AWS key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], 'U', 16),
  {
    name: 'AWS secret',
    heads: [
      'aws_secret_access_key',
      'AWS_SECRET_ACCESS_KEY',
      'SecretAccessKey',
      'secretAccessKey',
      'aws_session_token',
      'AWS_SESSION_TOKEN',
      'SessionToken',
      'sessionToken',
    ],
    keep: '["\']?[ \\t]{0,4}[:=][ \\t]{0,4}["\']?',
    body: `[${b}]{30,}`,
    examples: ['aws_secret_access_key = <b40>', '"SecretAccessKey": "<b40>"', 'AWS_SESSION_TOKEN=<b120>'],
  },
  {
    name: 'AWS secret',
    heads: ['configure set aws_secret_access_key '],
    keep: '',
    body: `[${b}]{30,}`,
    examples: ['aws configure set aws_secret_access_key <b40>'],
  },
  plain('AWS Bedrock key', ['ABSK'], 'b', 100),
  plain('Google key', ['AIza'], 'w', 32),
  { name: 'Google token', heads: ['ya29.'], body: `[${w}.]{20,}`, examples: ['ya29.<w80>', 'ya29.a0<w160>'] },
  { name: 'Google token', heads: ['1//0'], before: '(?<![\\w/])', body: `[${w}]{30,}`, examples: ['1//0<w60>'] },
  plain('Google secret', ['GOCSPX-'], 'w', 20),
  {
    name: 'Azure key',
    heads: ['AccountKey=', 'SharedAccessKey='],
    keep: '',
    body: `[${b}]{30,}`,
    examples: ['AccountName=x;AccountKey=<b86>==;', 'SharedAccessKey=<b43>='],
  },
  {
    name: 'Azure secret',
    heads: ['7Q~', '8Q~'],
    lead: '[\\w.~-]{3}',
    body: `[${w}.~]{30,}`,
    examples: ['<A3>8Q~<A34>'],
  },
  {
    name: 'signature',
    heads: ['X-Amz-Signature=', 'X-Amz-Security-Token=', 'X-Goog-Signature=', '&sig=', '?sig='],
    keep: '',
    body: `[${w}%]{16,}`,
    examples: ['https://x.example/y?X-Amz-Signature=<h64>', 'https://x.example/y?sv=1&sig=<A43>%3D'],
  },
  plain('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], 'h', 60),
  plain('Heroku key', ['HRKU-'], 'w', 30),
  plain('Netlify token', ['nfp_', 'nfc_'], 'A', 30),
  plain('Supabase key', ['sbp_', 'sb_secret_'], 'w', 24),
  plain('PlanetScale token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], 'w', 30),
  {
    name: 'Fly token',
    heads: ['FlyV1 ', 'fm2_', 'fo1_'],
    body: `[${b}_,-]{40,}`,
    examples: ['FlyV1 fm2_<b120>', 'fo1_<w43>'],
  },
  {
    name: 'Terraform token',
    heads: ['.atlasv1.'],
    lead: `[${A}]{14}`,
    body: `[${w}=]{50,}`,
    examples: ['<A14>.atlasv1.<w67>'],
  },
  { ...plain('Vault token', ['hvs.', 'hvb.', 'hvr.'], 'w', 24), before: NO_LETTER },
  {
    name: 'Doppler token',
    heads: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'],
    body: `[${w}.]{40,}`,
    examples: ['dp.pt.<A43>', 'dp.st.dev.<A43>'],
  },
  plain('Databricks token', ['dapi'], 'h', 32),
  plain('Tailscale key', ['tskey-'], 'w', 20),
  plain('New Relic key', ['NRAK-'], 'U', 27),
  plain('Grafana token', ['glsa_', 'glc_'], 'w', 36),
];

const MODELS: readonly TokenShape[] = [
  {
    name: 'Anthropic key',
    heads: ['sk-ant-'],
    body: `[${w}]{16,}`,
    examples: ['sk-ant-api03-<w93>AA', 'sk-ant-admin01-<w93>AA', 'sk-ant-oat01-<w93>AA'],
  },
  {
    name: 'OpenAI key',
    heads: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'sk-or-v1-', 'sk-lf-'],
    body: `[${w}]{20,}`,
    examples: ['sk-proj-<w74>T3BlbkFJ<w74>', 'sk-svcacct-<w74>', 'sk-or-v1-<h64>'],
  },
  {
    name: 'OpenAI key',
    heads: ['sk-'],
    before: NO_LETTER,
    body: `[${A}]{24,}`,
    examples: ['sk-<A20>T3BlbkFJ<A20>', 'sk-<h32>'],
  },
  plain('Hugging Face token', ['hf_', 'api_org_'], 'A', 30),
  plain('Replicate token', ['r8_'], 'A', 36),
  plain('Groq key', ['gsk_'], 'A', 48),
  plain('xAI key', ['xai-'], 'A', 60),
  plain('Perplexity key', ['pplx-'], 'A', 40),
];

const MONEY: readonly TokenShape[] = [
  plain('wallet key', ['xprv9'], 'A', 90),
  plain('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'], 'b', 16),
  {
    name: 'Shopify token',
    heads: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    body: '[a-fA-F0-9]{32,}',
    examples: ['shpat_<h32>', 'shpss_<h32>'],
  },
  plain('Square token', ['sq0atp-', 'sq0csp-', 'sq0idp-'], 'w', 22),
  { ...plain('Square token', ['EAAA'], 'w', 56), before: NO_LETTER },
  {
    name: 'Plaid token',
    heads: ['access-production-', 'access-sandbox-', 'access-development-'],
    body: `[${h}-]{32,}`,
    examples: ['access-production-<h8>-<h4>-<h4>-<h4>-<h12>'],
  },
  {
    name: 'Braintree token',
    heads: ['access_token$production$', 'access_token$sandbox$'],
    body: '[a-z0-9$]{40,}',
    examples: ['access_token$production$<a16>$<h32>'],
  },
];

const WORK: readonly TokenShape[] = [
  plain('Notion token', ['ntn_'], 'A', 40),
  exact('Notion token', ['secret_'], 'A', 43),
  plain('Linear key', ['lin_api_', 'lin_oauth_'], 'A', 36),
  { name: 'Atlassian token', heads: ['ATATT3', 'ATCTT3'], body: `[${w}=]{50,}`, examples: ['ATATT3xFfGF0<w180>=<U8>'] },
  plain('Figma token', ['figd_'], 'w', 36),
  {
    name: 'Airtable token',
    heads: ['pat'],
    before: NO_LETTER,
    body: `[${A}]{14}\\.[${h}]{64}`,
    examples: ['pat<A14>.<h64>'],
  },
  { ...plain('Dropbox token', ['sl.'], 'w', 100), before: NO_LETTER },
  { ...plain('Facebook token', ['EAA'], 'A', 80), before: NO_LETTER },
  { name: 'X token', heads: ['AAAAAAAAAAAAAAAAAAAAA'], body: `[${A}%]{40,}`, examples: ['AAAAAAAAAAAAAAAAAAAAA<A80>'] },
  { name: '1Password token', heads: ['ops_eyJ'], body: `[${b}_-]{80,}`, examples: ['ops_eyJ<b200>'] },
  {
    name: '1Password key',
    heads: ['A3-'],
    before: NO_LETTER,
    body: `[${U}]{6}-(?:[${U}]{11}|[${U}]{6}-[${U}]{5})(?:-[${U}]{5}){3}`,
    examples: ['A3-<U6>-<U11>-<U5>-<U5>-<U5>', 'A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>'],
  },
];

/** Names of values that must not be read. */
const NAMES = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'api_key',
  'apikey',
  'api-key',
  'access_key',
  'private_key',
];
const CAPITAL_NAMES = NAMES.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
const UPPER_NAMES = NAMES.map((name) => name.toUpperCase());
const CAMEL_NAMES = ['apiKey', 'ApiKey', 'accessKey', 'accessToken', 'authToken', 'refreshToken', 'clientSecret'];
const SPACED_NAMES = ['api key', 'Api key', 'API key', 'API Key'];
const VALUE = `${w}.~+/=%:@,`;
const OTHER_THINGS = [
  ...['name', 'at', 'type', 'url', 'uri', 'file', 'path', 'header', 'endpoint', 'expires', 'expiry', 'expires_at'],
  ...['expires_in', 'per_second', 'count', 'limit', 'length', 'budget', 'ttl', 'field'],
];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const OF_OTHERS = `[_-](?:${[...OTHER_THINGS, ...OTHER_THINGS.map((word) => word.toUpperCase())].join('|')})|(?:${OTHER_THINGS.map(capital).join('|')})|(?:izer|IZER)[\\w-]{0,20}`;
/** Continuations of such a name: "_2", "_BASE"; not where it then means a place, a kind, a time or a count. */
const GOES_ON = `(?![A-Za-z0-9_-]{0,20}?(?:${OF_OTHERS})["'\`]?\\s{0,3}[:=]|s["'\`]?\\s{0,3}[:=]\\s{0,3}[\\d.]+)[A-Za-z0-9_-]{0,20}`;
/**
 * Between a name and its value, in settings, programs and Markdown. Never `>` or a line end: the file that a command writes, and what runs next, must
 * stay visible on a card.
 */
const IS = '["\'`]?(?:\\*\\*)?[ \\t]{0,3}[:=](?:\\*\\*)?[ \\t]{0,3}';
/** A path, a part of a program, or a placeholder instead of a value. */
const NO_VALUE = `(?!=|\\.{0,2}/|(?:your|my|some|the)[-_]|(?:process|os|config|settings|response|request|req|res|self|this|import|env)\\.|(?:Alt|Ctrl|Cmd|Shift)\\+)`;
/** A kind, in the description of data. */
const NO_QUOTED_VALUE =
  '(?!(?:string|number|boolean|object|required|optional|hidden|undefined|password|secret|bearer|refresh|access)["\'])';
/** Further signs on keyboards. `&` is one only when no `name=` follows, which is the next value of an address. */
const SIGNS = '!^*?$#';
const MORE_SIGNS = `(?:[${VALUE}${SIGNS}]|&(?![\\w.-]{1,40}=))`;
/** Neither a plain number nor a word. */
const MIXED = `(?=${MORE_SIGNS}{0,80}\\d)(?=${MORE_SIGNS}{0,80}[A-Za-z])${MORE_SIGNS}{8,}`;
/** Not a plain word either: it has a digit, or capitals in its middle. */
const CODED = `(?=[${VALUE}]{0,120}(?:\\d|[a-z][A-Z]|=))[${VALUE}]{6,}`;

const OF_A_KEY = '(?:[ +]|%20)[A-Z0-9 +%]{0,40}PRIVATE(?: |\\+|%20)KEY(?:(?: |\\+|%20)BLOCK)?-----';
const TO_ITS_END = `(?:(?!-----BEGIN)[\\s\\S]){0,20000}?-----END${OF_A_KEY}`;
const LINES_OF_A_KEY = `\\n[^\\n]{0,24}?[${b}]{40,}[^\\n]{0,8}(?=\\n|$)|\\s|\\\\[nr]|[A-Z][A-Za-z-]{2,20}: [^\\n\\\\"']{0,120}|[${b}]{16,}|[${b}]{1,15}(?=\\s{0,4}(?:\\\\[nr]){0,2}(?:-----END|$))`;

const ANYWHERE: readonly TokenShape[] = [
  plain('age key', ['AGE-SECRET-KEY-1'], 'U', 50),
  {
    name: 'JWT',
    heads: ['eyJ'],
    before: NO_LETTER,
    // The head is too short by itself; the required length behind it, with a mark where it was cut, identifies it.
    body: `[${w}]{14,300}(?:\\.[${w}]{0,}\\.(?:[${w}]{8,}\\.?){1,3}|(?:\\.[${w}]{0,}){0,2}(?=…|\\n\\[…))`,
    examples: ['eyJ<w33>.eyJ<w60>.<w43>', 'eyJ<w80>..<w16>.<w60>.<w22>', 'eyJ<w60>.eyJ<w700>.<w342>'],
  },
  {
    name: 'JWT',
    heads: ['eyJ'],
    before: `(?<![${w}])`,
    body: `[${w}]{300,}\\.[${w}]{8,}\\.[${w}]{8,}`,
    examples: ['eyJ<w1500>.eyJ<w90>.<w342>'],
  },
  {
    name: 'private key',
    heads: ['-----BEGIN'],
    // Up to its end, whatever numbers, marks or colours its lines have; without an end, as far as lines could belong to a key.
    body: `(?:${OF_A_KEY}${TO_ITS_END}|${OF_A_KEY}(?:${LINES_OF_A_KEY})*)`,
    examples: [
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,<U32>\n\n<b64>\n<b64>\n<A9>==\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN OPENSSH PRIVATE KEY-----\n<b70>\n<b70>\n<A11>=\n-----END OPENSSH PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\\n<b64>\\n<b20>=\\n-----END PRIVATE KEY-----\\n',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n<b64>\n<b64>\n=<A4>\n-----END PGP PRIVATE KEY BLOCK-----',
      '-----BEGIN EC PRIVATE KEY-----\n<b64>\n<b40>',
      '-----BEGIN PRIVATE KEY-----<b1600>-----END PRIVATE KEY-----',
    ],
  },
  {
    name: 'private key',
    // A key whose beginning was cut off.
    heads: ['-----END'],
    lead: `(?:[ \\d\\t:>|-]{0,12}[${b}]{1,200}\\r?\\n){1,400}[ \\d\\t:>|-]{0,12}`,
    body: OF_A_KEY,
    examples: ['<b64>\n<b64>\n<b20>=\n-----END RSA PRIVATE KEY-----'],
  },
  {
    name: 'private key',
    // PuTTY's format.
    heads: ['Private-Lines: '],
    keep: '\\d{1,4}',
    body: `(?:\\r?\\n[${b}]{16,200})+(?:\\r?\\n[${b}]{1,15}(?=\\r?\\n))?`,
    examples: ['Private-Lines: 2\n<b64>\n<b64>\nPrivate-MAC: x'],
  },
  {
    name: 'key',
    heads: ['PrivateKey', 'PresharedKey'],
    keep: '\\s{0,3}=\\s{0,3}',
    body: `[${b}]{43,44}`,
    examples: ['PrivateKey = <A43>='],
  },
  {
    name: 'authorization',
    heads: ['Bearer', 'bearer', 'BEARER'],
    keep: '(?:[ \\t\\u00a0]{1,4}|%20|\\+)',
    body: `(?=[${VALUE}]{0,200}(?:\\d|[a-z][A-Z]))[${w}.~+/=]{16,}`,
    examples: ['Authorization: Bearer <w40>', 'bearer <A32>', 'Bearer%20<A40>'],
  },
  {
    name: 'authorization',
    heads: ['Authorization', 'authorization', 'AUTHORIZATION', '_auth', '_authToken'],
    keep: '["\']?[ \\t]{0,3}[:=][ \\t]{0,3}["\']?(?:[A-Za-z-]{2,20}[ \\t=]{1,3})?',
    body: CODED,
    isGuessable: true,
    examples: [
      'Authorization: Basic <b24>',
      '"authorization": "token <h40>"',
      'Authorization: SSWS <A40>',
      '_auth=<b24>',
    ],
  },
  {
    name: 'password',
    heads: ['://'],
    keep: '[^\\s/?#:@"\'<>]{0,80}:',
    // A password may contain an @, but behind it nothing that ends a command: the host must stay visible.
    body: '[^\\s/?#@"\'<>]{1,200}(?:@[\\w.~%!*^=-]{1,100}){0,3}(?=@[\\w[./$\\u00a1-\\uffff-])',
    isGuessable: true,
    examples: ['https://person:<A12>@example.com/x', 'postgres://app:<A8>%40<A4>@db:5432/x', 'redis://:<A16>@10.0.0.1'],
  },
  {
    name: 'token',
    heads: ['://'],
    keep: '',
    body: `[${w}]{20,200}(?=@[\\w[.-])`,
    examples: ['https://<h40>@github.com/x/y.git'],
  },
  {
    name: 'token',
    heads: ['access_token=', 'refresh_token=', 'id_token=', 'auth_token=', 'client_secret='],
    keep: '',
    body: `[${w}.~%]{8,}`,
    examples: ['https://x.example/cb#access_token=<A30>', 'client_secret=<A20>'],
  },
  {
    name: 'password',
    heads: UPPER_NAMES,
    keep: `${GOES_ON}=["']?`,
    body: `(?!\\d{1,12}(?![${w}]))(?!\\$)${NO_VALUE}(?:[${VALUE}${SIGNS}]|&(?![\\w.-]{1,40}=)){6,}`,
    isGuessable: true,
    examples: ['DB_PASSWORD=<A10>', 'export GITHUB_TOKEN=<A20>', 'MY_API_KEY="<A24>"', 'SECRET_KEY_BASE=<h64>'],
  },
  {
    name: 'password',
    heads: [...NAMES, ...CAPITAL_NAMES, ...CAMEL_NAMES, ...UPPER_NAMES, ...SPACED_NAMES],
    keep: `${GOES_ON}${IS}["'\`]?`,
    body: `${NO_VALUE}${MIXED}`,
    isGuessable: true,
    examples: ['password=<A7>x1', '"apiKey": "<h32>a1"', 'token: <A20>x1', 'Passphrase: <A9>x1', 'PASSWORD: <A9>x1'],
  },
  ...[`"`, `'`].flatMap((quote): readonly TokenShape[] => [
    {
      name: 'password',
      heads: [...NAMES, ...CAPITAL_NAMES, ...CAMEL_NAMES, ...UPPER_NAMES],
      keep: `${GOES_ON}${IS}${quote}`,
      // In quotes it may have any sign.
      body: `${NO_VALUE}(?!\\$)(?=[^${quote}\\s]{0,200}?(?!${quote})[\\d!-,/:-@^{-~])[^${quote}\\s\\\\[]{6,200}(?=${quote})`,
      isGuessable: true,
      examples: [`"password":${quote}<A8>$(<A4>&#{${quote}`],
    },
    {
      name: 'password',
      heads: ['password', 'passwd', 'passphrase', 'client_secret'].map((word) => `${quote}${word}${quote}`),
      keep: `\\s{0,3}:\\s{0,3}${quote}`,
      // It needs no digit or sign either, when its name is in quotes as well.
      body: `${NO_QUOTED_VALUE}[^${quote}\\s\\\\[]{6,200}(?=${quote})`,
      isGuessable: true,
      examples: [`${quote}password${quote}: ${quote}<A12>${quote}`],
    },
  ]),
  {
    name: 'session',
    heads: ['Cookie', 'cookie', 'COOKIE'],
    keep: '["\']?\\s{0,3}[:=]\\s{0,3}["\']?',
    // A key that begins on this line continues on the next ones and has a shape of its own; a quote ends the surrounding string.
    body: `[${w}.]{1,80}=(?:(?<==)"[^"\\r\\n\\\\]{0,4000}"|(?!-----BEGIN |\\[hidden: )[^\\r\\n"'\\\\]){8,}`,
    examples: ['Set-Cookie: session=<A24>', 'cookie: sid=<h32>; theme=<A9>', '"cookie": "sid=<A24>"'],
  },
  {
    name: 'authorization',
    heads: ['"auth"'],
    keep: '\\s{0,3}:\\s{0,3}"',
    body: `[${b}]{12,}`,
    isGuessable: true,
    examples: ['"auth": "<b24>"'],
  },
  {
    name: 'password',
    heads: ['machine '],
    keep: '[^\\s]{1,200}\\s{1,20}login\\s{1,20}[^\\s]{1,200}\\s{1,20}password[ \\t]{1,20}',
    body: '[^\\s["\\\\]{1,200}',
    isGuessable: true,
    examples: ['machine x.example login anna password <A12>'],
  },
  {
    name: 'password',
    heads: ['WIFI:'],
    // Field by field: the nearest password belongs to this network, the next one to its own "WIFI:".
    keep: '(?:[^;\\n]{0,80};){0,6}?P:',
    body: '(?:\\\\[^\\n]|[^;\\n[\\\\]){4,100}(?=;)',
    isGuessable: true,
    examples: ['WIFI:S:home;T:WPA;P:<A12>;;'],
  },
  {
    name: 'password',
    heads: ['-password', '-passwd', '-token', '-secret', '-api-key'],
    before: '(?<=(?:^|[\\s"\'`(,])--?[a-z-]{0,30})',
    keep: '[ =]["\']?',
    body: `(?!-|(?:string|value|text|file|expires|name|PASSWORD|TOKEN|SECRET)(?![${w}]))[${VALUE}]{6,}`,
    isGuessable: true,
    examples: ['--password <A10>', '--token=<A24>', 'x --db-password <A12>'],
  },
  {
    name: 'password',
    heads: [' -u ', ' --user '],
    // For other programs it may be a path: "rsync -u host:folder".
    before: '(?<=\\b(?:curl|wget|http|https)\\b[^\\n;|&]{0,200})',
    keep: '["\']?[\\w.@+-]{1,60}:',
    body: '(?!\\d{1,6}(?![\\w]))[^\\s"\'`\\\\[]{4,100}',
    isGuessable: true,
    examples: ['curl -u admin:<A10> https://x.example'],
  },
  {
    name: 'password',
    heads: ['sshpass -p', '-passin pass:', '-passout pass:', 'IDENTIFIED BY ', 'identified by '],
    keep: ' {0,2}["\']?',
    body: '[^\\s"\'`\\\\[]{4,100}',
    isGuessable: true,
    examples: ['sshpass -p <A10> ssh x', "IDENTIFIED BY '<A10>'", 'openssl rsa -passin pass:<A10>'],
  },
];

export const TOKEN_SHAPES: readonly TokenShape[] = [
  ...CODE,
  ...CHATS_AND_MAIL,
  ...CLOUDS,
  ...MODELS,
  ...MONEY,
  ...WORK,
  ...ANYWHERE,
];
