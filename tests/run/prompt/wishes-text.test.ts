import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Claims, KeptWish, WishStatus } from '../../../src/ledger/wish.ts';
import { renderSystemPrompt } from '../../../src/run/prompt/prompt.ts';
import { renderStatus, renderWishes } from '../../../src/run/prompt/wishes-text.ts';
import { textTokens } from '../../servers/anthropic/usage.ts';

const kept = (id: number, status: WishStatus): KeptWish => ({ id, text: `wish number ${id}`, status });
const OPEN: WishStatus = { name: 'open', against: '' };

describe('The ledger in the prompt', () => {
  it('has its texts in the cached part, behind all that other runs share', () => {
    const wishes = [kept(1, OPEN), { ...kept(2, OPEN), never: true }];
    const bare = renderSystemPrompt({ platform: 'x11', guidance: '' });
    const whole = renderSystemPrompt({ platform: 'x11', guidance: '', wishes: renderWishes(wishes) });
    assert.ok(whole.startsWith(bare));
    assert.match(whole, /^1\. wish number 1\n2\. \(must hold to the end\) wish number 2$/m);
    assert.equal(renderSystemPrompt({ platform: 'x11', guidance: '', wishes: renderWishes([]) }), bare);
  });

  it('keeps those bytes while the wishes are worked on', () => {
    const done = kept(1, { name: 'done', step: 4, how: 'it is there' });
    assert.equal(renderWishes([done]), renderWishes([kept(1, OPEN)]));
  });

  it('says how each stands', () => {
    const wishes = [
      kept(1, { name: 'done', step: 4, how: 'a' }),
      kept(2, OPEN),
      kept(3, OPEN),
      kept(4, OPEN),
      kept(5, { name: 'waived', by: 'u' }),
      kept(6, { name: 'open', against: 'not there' }),
      kept(7, { name: 'done', step: 2, how: 'a', isOld: true }),
    ];
    const claims: Claims = {
      2: { run: 'r', step: 9, impossible: null },
      3: { run: 'r', step: 10, impossible: 'gone' },
      6: { run: 'r', step: 8, impossible: null },
    };
    assert.equal(
      renderStatus(wishes, claims),
      'Wishes: done 1 (step 4), 7 (look again); you said done 2 (step 9); impossible 3 (step 10); waived 5; open 4, 6.',
    );
    assert.equal(renderStatus([], claims), '');
  });

  it('takes at most 60 tokens, however many there are', () => {
    const status: fc.Arbitrary<WishStatus> = fc.constantFrom<WishStatus>(
      OPEN,
      { name: 'done', step: 998, how: 'x' },
      { name: 'waived', by: 'somebody' },
      { name: 'done', step: 1, how: 'x', isOld: true },
    );
    fc.assert(
      fc.property(fc.array(status, { maxLength: 20 }), fc.integer({ min: 0, max: 20 }), (list, claimed) => {
        const wishes = list.map((one, index) => kept(index + 1, one));
        const claims = Object.fromEntries(
          wishes.slice(0, claimed).map(({ id }) => [id, { run: 'r', step: 999, impossible: null }]),
        );
        assert.ok(textTokens(renderStatus(wishes, claims)) <= 60, renderStatus(wishes, claims));
      }),
    );
  });
});
