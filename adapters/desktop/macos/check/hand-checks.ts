/** Checks of what is taken for a person at the computer: never what Deskhand does itself, and always a nudge, a key and the corner. */
import { type Check, expect, until } from './check.ts';
import { gridMiddle, openTarget, placeIn } from './places.ts';
import { ARRIVAL_MS } from './pointer-checks.ts';
import { GRID_COLORS } from './target-page.ts';

const ACTS = 20;
const LEAVE_ALONE = 'Leave mouse and keyboard alone meanwhile, and run this again.';
const AGAIN = 'Run this again, and do what it asks for before you press Return.';
/** More than twice the time in which the watching notices an act. */
const NOTICED_MS = 1000;
/** How long Deskhand holds its own Escape: longer than a person has to hold theirs for a stop. */
const OWN_ESCAPE_MS = 1500;

export const handChecks: readonly Check[] = [
  {
    name: 'own acts',
    title: 'Deskhand’s own clicks and keys are not taken for a person’s, and cause no pause',
    needs: ['touch'],
    run: async (kit) => {
      const opened = await openTarget(kit);
      const hand = kit.followHand();
      try {
        for (let times = 0; times < ACTS; times += 1) {
          const place = placeIn(opened, gridMiddle(times % GRID_COLORS.length));
          await kit.desktop.click(place, 'left', 1, kit.signal);
          await kit.desktop.key('F5', 1, kit.signal);
          const { x, y } = await kit.desktop.cursor(kit.signal);
          const { density } = opened.display;
          expect(
            Math.abs(x - place.x) <= density && Math.abs(y - place.y) <= density,
            'the pointer is not where it was put',
            LEAVE_ALONE,
          );
        }
        await until(() => hand.acts() > 0, NOTICED_MS, kit);
        expect(hand.acts() === 0, `own acts were taken for a person’s ${hand.acts()} times`, LEAVE_ALONE);
        return { detail: `${ACTS * 2} acts, none taken for a person’s` };
      } finally {
        hand.end();
      }
    },
  },
  {
    name: 'a nudge',
    title: 'A person’s hand on the mouse is noticed',
    needsHand: true,
    run: async (kit) => {
      const hand = kit.followHand();
      try {
        expect(await kit.ask('Move the mouse a little.'), 'it was not done', AGAIN);
        expect(await until(() => hand.moves() > 0, NOTICED_MS, kit), 'the nudge was not noticed', AGAIN);
        return { detail: 'it was noticed' };
      } finally {
        hand.end();
      }
    },
  },
  {
    name: 'a key',
    title: 'One key of a person is noticed',
    needsHand: true,
    run: async (kit) => {
      const keys = async (): Promise<number> => (await kit.desktop.presence(kit.signal)).keysPressed ?? 0;
      const before = await keys();
      expect(await kit.ask('Press the Shift key and then any letter, once.'), 'it was not done', AGAIN);
      // Two keys: the letter, and the Return that confirms it.
      expect(await until(async () => (await keys()) - before >= 2, NOTICED_MS, kit), 'the key was not noticed', AGAIN);
      return { detail: 'it was noticed' };
    },
  },
  {
    name: 'the corner',
    title: 'The pointer pushed into the top left corner stops everything',
    needsHand: true,
    run: async (kit) => {
      const hand = kit.followHand();
      try {
        expect(
          await kit.ask('Push the pointer into the top left corner of the main display.'),
          'it was not done',
          AGAIN,
        );
        expect(await until(() => hand.isInCorner(), ARRIVAL_MS, kit), 'the corner was not noticed', AGAIN);
        return { detail: 'it would have stopped everything' };
      } finally {
        hand.end();
      }
    },
  },
  {
    name: 'stop keys',
    title: 'The stop keys stop everything, and so does Escape held for a second; Deskhand’s own Escape never does',
    needs: ['touch'],
    needsHand: true,
    run: async (kit) => {
      const keys = kit.followStopKeys();
      try {
        await kit.desktop.holdKey('escape', OWN_ESCAPE_MS, kit.signal);
        await until(() => keys.stops() > 0, NOTICED_MS, kit);
        expect(keys.stops() === 0, 'Deskhand’s own Escape was taken for a person’s', LEAVE_ALONE);
        expect(await kit.ask('Press Control, Option and Escape together, for a moment.'), 'it was not done', AGAIN);
        expect(await until(() => keys.stops() > 0, NOTICED_MS, kit), 'the stop keys were not noticed', AGAIN);
        const before = keys.stops();
        expect(await kit.ask('Hold Escape down for two seconds.'), 'it was not done', AGAIN);
        expect(await until(() => keys.stops() > before, NOTICED_MS, kit), 'the held Escape was not noticed', AGAIN);
        return { detail: 'both would have stopped everything' };
      } finally {
        keys.end();
      }
    },
  },
];
