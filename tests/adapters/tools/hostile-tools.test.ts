/** A share of the servers that mean harm; `npm run test:tools` tries two hundred. */
import { test } from 'node:test';
import { type Harm, provoke } from '../../support/hostile-tools.ts';
import { repeats } from '../../support/repeats.ts';

const SHARE: readonly Harm[] = [
  'rug-pull',
  'flood',
  'harm',
  'hang',
  ...repeats<Harm>('changing', 'asks-model', 'dead', 'no-list', 'needs-page'),
];
/** What these do can be done before anybody has confirmed them, too. */
const AT_ONCE: readonly Harm[] = ['no-list', 'dead', ...repeats<Harm>('no-schema', 'pages')];

for (const harm of SHARE)
  test(`a server of the kind “${harm}” gets nothing, and what it did is told`, async (t) => {
    t.diagnostic(await provoke(harm, 1));
  });

test('a server that means harm while it is being shown is neither confirmed nor started again', async (t) => {
  for (const harm of AT_ONCE) t.diagnostic(await provoke(harm, 1, false));
});
