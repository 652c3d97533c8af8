/** A stand-in for the system's keychain, as the child process that has it. */

/** The program: it keeps secrets in a file beside it, and exits with 9 when one stands in its arguments or environment. */
export const KEYCHAIN_IN_A_FILE = `
const { readFileSync, writeFileSync, existsSync } = require('node:fs');
const kept = __filename + '.kept';
if (process.argv.length > 2 || Object.values(process.env).some((value) => value.includes('AAbb'))) process.exit(9);
const request = JSON.parse(readFileSync(0, 'utf8'));
const all = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
if (request.do === 'delete') for (const name of request.accounts) delete all[name];
if (request.do === 'write') Object.assign(all, request.values);
writeFileSync(kept, JSON.stringify(all));
const names = request.accounts ?? Object.keys(request.values);
console.log(JSON.stringify({ values: Object.fromEntries(names.filter((n) => n in all).map((n) => [n, all[n]])) }));
`;
