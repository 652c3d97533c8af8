/** Valid names of skills, and the file names made from them. */

/** Names are typed on a phone, shown on buttons, and made into file names. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'&+-]{0,59}$/u;

export function isSkillName(text: string): boolean {
  return NAME.test(text);
}

/** Equal for names that mean the same skill. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

const MOST_CHARACTERS = 60;

/** Lower-case letters, digits and `-`, never empty; the same for names that mean the same skill. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  const slug = Array.from(plain)
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'skill' : slug;
}
