import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectDisplay } from '../../../../adapters/desktop/x11/connection.ts';
import { createProperties } from '../../../../adapters/desktop/x11/properties.ts';
import { createSelectionLoan } from '../../../../adapters/desktop/x11/selection-loan.ts';
import { createSelections } from '../../../../adapters/desktop/x11/selections.ts';
import { noX11, startTestDisplay } from '../../../support/x11.ts';

const never = new AbortController().signal;
const TERMS = { asksAgain: false, mayTake: async () => true };

test('a clipboard history is told to keep nothing that is only lent for a paste; what is copied it may keep', {
  skip: noX11,
}, async (t) => {
  const display = await startTestDisplay({ width: 320, height: 240 });
  t.after(() => display.stop());
  const open = async () => {
    const connection = await connectDisplay(display.env);
    t.after(() => connection.close());
    const properties = createProperties(connection);
    return { selections: await createSelections(connection, properties), properties };
  };
  const [ours, history] = [await open(), await open()];
  const loan = createSelectionLoan(ours.selections);
  /** Reads new clipboard content at once, as Klipper does. */
  const look = async () => {
    const content = await history.selections.save('CLIPBOARD', never);
    const hint = content?.get(await history.properties.atom('x-kde-passwordManagerHint'));
    return { text: history.selections.textOf(content), hint: hint?.data.toString() ?? null };
  };

  await loan.writeClipboard('copied');
  assert.deepEqual(await look(), { text: 'copied', hint: null });
  await loan.borrow(TERMS, never, async (offer) => {
    const offered = await offer('typed');
    assert.deepEqual(await look(), { text: 'typed', hint: 'secret' });
    offered.fetched();
  });
  await loan.close();
  assert.deepEqual(await look(), { text: 'copied', hint: null });
});
