/** A share of the servers that mean harm; `npm run test:tools` tries two hundred. */
import { test } from 'node:test';
import { ALL_HARMS, IMPATIENT, provoke } from '../../support/hostile-tools.ts';

const SHARE = ['changing', 'rug-pull', 'flood', 'asks-model', 'harm', 'hang', 'dead', 'no-list', 'needs-page'] as const;

for (const harm of SHARE.filter((name) => ALL_HARMS.includes(name)))
  test(`a server of the kind “${harm}” gets nothing, and what it did is told`, async (t) => {
    t.diagnostic(await provoke(harm, 1));
  });

test('a server that means harm while it is being shown is neither confirmed nor started again', async (t) => {
  for (const harm of IMPATIENT) t.diagnostic(await provoke(harm, 1, false));
});
