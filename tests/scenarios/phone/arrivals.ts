/** What comes up on a real desktop while a run works: windows of others, mail that a title counts. Each is noticed once, and nothing else is. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connectDisplay } from '../../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../../adapters/desktop/x11/properties.ts';
import { readStack } from '../../../adapters/desktop/x11/stacking.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { act, type Phone } from '../../support/phone.ts';
import { repeats } from '../../support/repeats.ts';
import { makeTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';

/** Arrivals in one run: each takes three steps, more where the screen overtakes one, and a run has 35. */
const MOMENTS = 8;
const WAIT = act({ action: 'wait', seconds: 0 });
const DONE = act({ action: 'done', summary: 'It is done.' });

/** Opens a terminal with this title, and another one as soon as the file exists. */
function openWindow(
  phone: Phone,
  title: string,
  later: { readonly file: string; readonly title: string } | null = null,
) {
  const changes =
    later === null ? '' : `while [ ! -e ${later.file} ]; do sleep 0.02; done; printf '\\033]0;${later.title}\\007'; `;
  return phone.display.open('/usr/bin/xterm', ['-T', title, '-e', '/bin/sh', '-c', `${changes}sleep 600`]);
}

/** Resolves when a window with this title is there, or is gone. */
async function seeTitle(phone: Phone, title: string, isThere = true): Promise<void> {
  const connection = await connectDisplay(phone.display.env);
  const properties = createProperties(connection);
  try {
    await until(
      async () => (await readStack(properties, connection.root)).some((one) => one.title === title) === isThere,
      `${title} ${isThere ? 'is there' : 'is gone'}`,
      30_000,
    );
  } finally {
    connection.close();
  }
}

const arrivals = (phone: Phone) =>
  phone.events().flatMap((event) => (event.type === 'arrival.noted' ? [`${event.kind} ${event.what}`] : []));

export async function noticeArrivals(t: TestContext, phone: Phone): Promise<void> {
  const see = (title: string, isThere?: boolean): Promise<void> => seeTitle(phone, title, isThere);
  const file = join(makeTempFolder(t), 'mail');
  openWindow(phone, 'Inbox (1) - Mail', { file, title: 'Inbox (2) - Mail' });
  await see('Inbox (1) - Mail');
  const work = openWindow(phone, 'work');
  await see('work');

  await t.test('a window, a mail, then nothing more', async () => {
    let update: { end(): Promise<void> } | null = null;
    const steps: (Decision | (() => Promise<Decision>))[] = [
      WAIT,
      async () => {
        update = openWindow(phone, 'Update available');
        await see('Update available');
        return WAIT;
      },
      act({ action: 'wait', seconds: 0 }, 'arrival 1 ignored: it can wait'),
      async () => {
        writeFileSync(file, '');
        await see('Inbox (2) - Mail');
        return WAIT;
      },
      WAIT,
      act({ action: 'wait', seconds: 0 }, 'arrival 2 ignored: mail is no part of it'),
      WAIT,
      DONE,
    ];
    phone.run('look after the work', { steps });
    const end = await phone.end();
    assert.deepEqual(arrivals(phone), ['window Update available (XTerm)', 'count Inbox (2) - Mail']);
    assert.match(end.text, /• “Update available \(XTerm\)” came up \(step \d+\); I left it alone: it can wait/);
    assert.match(end.text, /• “Inbox \(2\) - Mail” came up \(step \d+\); I left it alone: mail is no part of it/);
    await (update ?? work).end();
    await see('Update available', false);
  });

  for (const round of repeats(1, 2, 3))
    await t.test(`windows of others at as many moments, and none of what the run opens, round ${round}`, async (t2) => {
      const names = Array.from({ length: MOMENTS }, (_, index) => `Notice ${round} ${'abcdefgh'[index]}`);
      const steps = names.flatMap((name) => {
        let opened: { end(): Promise<void> } | null = null;
        return [
          async () => {
            opened = openWindow(phone, name);
            await see(name);
            return WAIT;
          },
          // A window may be painted before it is listed, so one more look may be needed.
          WAIT,
          async () => {
            await opened?.end();
            await see(name, false);
            return WAIT;
          },
        ];
      });
      phone.run('look after the work again', { steps: [WAIT, ...steps, DONE] });
      await phone.endApproving(120_000);
      // In its first moment a window has a title, and no program yet.
      const came = arrivals(phone).map((one) => one.replace(/ \(XTerm\)$/, ''));
      const noticed = names.filter((name) => came.includes(`window ${name}`));
      t2.diagnostic(`${noticed.length} of ${names.length} noticed, ${came.length - noticed.length} others`);
      assert.deepEqual(came.toSorted(), names.map((name) => `window ${name}`).toSorted());
    });
}
