/** A skill's name as the name of its file. */

const MOST_CHARACTERS = 60;

/** Lower-case letters, digits and `-`, never empty; the same for names that mean the same skill. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'skill' : slug;
}
