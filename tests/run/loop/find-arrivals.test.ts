/** What came up by itself is told from what an act brought up. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Action, actionSchema } from '../../../src/action/schema.ts';
import { type Arrival, settleArrivals } from '../../../src/journal/arrivals.ts';
import { findArrivals, type SeenWindows } from '../../../src/run/loop/find-arrivals.ts';

const act = (action: object): Action => actionSchema.parse(action);
const CLICK = act({ action: 'click', target: { x: 1, y: 1 } });
const DOUBLE = act({ action: 'click', count: 2, target: { x: 1, y: 1 } });
const TYPE = act({ action: 'type', text: 'hello' });
const WAIT = act({ action: 'wait', seconds: 1 });
const seen = (more: Partial<SeenWindows> = {}): SeenWindows => ({
  app: 'Editor',
  title: 'notes.txt',
  address: undefined,
  titles: ['notes.txt', 'Inbox (2) – Mail'],
  ...more,
});
const UPDATE = seen({
  app: 'Updater',
  title: 'Update available',
  titles: ['Update available', 'notes.txt', 'Inbox (2) – Mail'],
});
const DIALOG = seen({ title: 'Save changes?', titles: ['Save changes?', 'notes.txt', 'Inbox (2) – Mail'] });
const found = (now: SeenWindows, acts: readonly Action[] = [], before: SeenWindows = seen()) =>
  findArrivals(before, now, { acts, apps: new Set(['Editor']), arrived: new Set(['Backup (Editor)']) }).map(
    ({ kind, what }) => `${kind} ${what}`,
  );

describe('what arrives', () => {
  it('is a window that nobody opened', () => {
    assert.deepEqual(found(UPDATE), ['window Update available (Updater)']);
    assert.deepEqual(found(UPDATE, [TYPE]), ['window Update available (Updater)']);
    assert.deepEqual(found(UPDATE, [CLICK]), ['window Update available (Updater)'], 'of another application');
    assert.deepEqual(found(DIALOG, [WAIT]), ['window Save changes? (Editor)']);
    assert.deepEqual(found(seen({ titles: ['notes.txt', 'Inbox (2) – Mail', 'Low battery'] })), ['window Low battery']);
  });

  it('is none that an act may have brought up, and none that was there before', () => {
    assert.deepEqual(found(DIALOG, [CLICK]), []);
    assert.deepEqual(found(UPDATE, [DOUBLE]), []);
    assert.deepEqual(found(UPDATE, [act({ action: 'open_app', app: 'Updater' })]), []);
    assert.deepEqual(found(seen({ title: '*notes.txt', titles: ['*notes.txt', 'Inbox (2) – Mail'] }), [TYPE]), []);
    assert.deepEqual(found(seen({ app: 'Mail', title: 'Inbox (2) – Mail' }), [CLICK]), []);
    assert.deepEqual(
      findArrivals(null, UPDATE, { acts: [], apps: new Set(), arrived: new Set() }),
      [],
      'what the run began with',
    );
  });

  it('is more of something in a title, also while the run clicks elsewhere; less is not', () => {
    assert.deepEqual(found(seen({ titles: ['notes.txt', 'Inbox (3) – Mail'] }), [CLICK]), ['count Inbox (3) – Mail']);
    assert.deepEqual(found(seen({ titles: ['notes.txt', 'Inbox (1) – Mail'] })), []);
    const mail = seen({ app: 'Mail', title: 'Inbox (2) – Mail' });
    const more = seen({ app: 'Mail', title: 'Inbox (3) – Mail', titles: ['notes.txt', 'Inbox (3) – Mail'] });
    assert.deepEqual(found(more, [CLICK], mail), [], 'it may have been marked as unread by that');
    assert.deepEqual(found(more, [], mail), ['count Inbox (3) – Mail']);
  });

  it('is that the window in front was closed, where nothing was touched', () => {
    const mail = seen({ app: 'Mail', title: 'Inbox (2) – Mail', titles: ['Inbox (2) – Mail'] });
    assert.deepEqual(found(mail), ['closed notes.txt (Editor)']);
    assert.deepEqual(found(mail, [WAIT]), ['closed notes.txt (Editor)']);
    assert.deepEqual(found(mail, [CLICK]), [], 'it may have pressed what closes it');
    assert.deepEqual(found(seen({ title: 'other.txt', titles: ['other.txt', 'Inbox (2) – Mail'] })), [
      'window other.txt (Editor)',
    ]);
    const backup = seen({ title: 'Backup', titles: ['Backup', 'notes.txt', 'Inbox (2) – Mail'] });
    assert.deepEqual(found(seen(), [], backup), [], 'it only came up, and went again');
  });

  it('is another page in the same window, where nothing was done', () => {
    const page = (address: string) => seen({ address });
    assert.deepEqual(found(page('https://b.example/'), [], page('https://a.example/')), ['page notes.txt (Editor)']);
    assert.deepEqual(found(page('https://b.example/'), [CLICK], page('https://a.example/')), []);
  });
});

it('an arrival is settled by the words of a note, or counts as left alone after some replies', () => {
  const open: readonly Arrival[] = [1, 2, 3].map((id) => ({ id, kind: 'window', what: 'x', step: 4, settled: null }));
  const [first, second, third] = settleArrivals(
    open,
    'arrival 1 ignored: no part of it; arrivals 2 acted – closed it',
    5,
  );
  assert.deepEqual(first?.settled, { how: 'ignored', why: 'no part of it' });
  assert.deepEqual(second?.settled, { how: 'acted', why: 'closed it' });
  assert.equal(third?.settled, null);
  assert.equal(settleArrivals(open, null, 7)[2]?.settled?.how, 'unsaid');
});
