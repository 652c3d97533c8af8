/** `npm run test:mac` runs every test of the Mac at its full length; `npm test` leaves out what waits long, by name. */
export const isWhole = process.env.MAC_TESTS === 'whole';

/** For tests that take seconds each: a reason for skipping. */
export const inWhole: string | false = isWhole ? false : 'in npm run test:mac';
