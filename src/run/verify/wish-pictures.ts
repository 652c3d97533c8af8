/** The pictures that a wish is judged by: the screen now, and the looks of the steps that said it was done. */
import type { Recordings } from '../../journal/recordings.ts';
import type { Claims, KeptWish } from '../../ledger/wish.ts';

/** Limit of pictures beside the present one: each costs as much as a step's. */
const MOST_EARLIER = 2;

export interface WishPictures {
  readonly jpegs: readonly Uint8Array[];
  /** For each picture, in order: its step, and the wishes judged by it. */
  readonly of: readonly { readonly step: number; readonly wishes: readonly number[] }[];
}

/** The newest claims first. A look that was not kept is left out. */
export async function readWishPictures(
  wishes: readonly KeptWish[],
  claims: Claims,
  recordings: Pick<Recordings, 'readFrame'>,
): Promise<WishPictures> {
  const places = new Map<string, { readonly run: string; readonly step: number; readonly wishes: number[] }>();
  for (const { id } of wishes) {
    const claim = claims[id];
    if (claim === undefined || claim.impossible !== null) continue;
    const key = `${claim.run} ${claim.step}`;
    const place = places.get(key);
    if (place === undefined) places.set(key, { run: claim.run, step: claim.step, wishes: [id] });
    else place.wishes.push(id);
  }
  const newest = [...places.values()].toSorted((one, other) => other.step - one.step).slice(0, MOST_EARLIER);
  const read = await Promise.all(
    newest.map(async ({ run, step, wishes: of }) => {
      const name = `${String(step).padStart(4, '0')}.jpg`;
      return { step, wishes: of, jpeg: await recordings.readFrame(run, name).catch(() => null) };
    }),
  );
  const kept = read.flatMap(({ jpeg, step, wishes: of }) => (jpeg === null ? [] : [{ jpeg, step, wishes: of }]));
  return { jpegs: kept.map(({ jpeg }) => jpeg), of: kept.map(({ step, wishes: of }) => ({ step, wishes: of })) };
}
