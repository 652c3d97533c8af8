/** Digits as lines, for labels that need no font: a Debian without any, and the same look everywhere. */

/** In a box 10 wide and 16 high; drawn with a round pen of about 2.6. SVG paths. */
const DIGITS: Readonly<Record<string, string>> = {
  '0': 'M5 1.5C8 1.5 8.7 4.5 8.7 8S8 14.5 5 14.5 1.3 11.5 1.3 8 2 1.5 5 1.5Z',
  '1': 'M2.2 4.2L5.6 1.5V14.5',
  '2': 'M1.5 4.6C1.9 2.4 3.4 1.5 5 1.5C7.2 1.5 8.5 3 8.5 4.9C8.5 8.2 3.2 10.6 1.5 14.5H8.8',
  '3': 'M1.6 3.6C2.3 2.1 3.5 1.5 5 1.5C7.1 1.5 8.3 2.9 8.3 4.6C8.3 6.5 6.8 7.6 4.4 7.6C7 7.6 8.7 8.9 8.7 11C8.7 13.2 7 14.5 4.9 14.5C3.2 14.5 1.9 13.8 1.3 12.2',
  '4': 'M7 14.5V1.5L1.2 10.6H9',
  '5': 'M8.2 1.5H2.8L2.1 7.4C3 6.6 4 6.2 5.1 6.2C7.3 6.2 8.8 7.9 8.8 10.3C8.8 12.8 7.2 14.5 4.9 14.5C3.2 14.5 2 13.8 1.3 12.4',
  '6': 'M8 3C7.3 2 6.4 1.5 5.3 1.5C2.6 1.5 1.3 4.4 1.3 8.6C1.3 12.4 2.6 14.5 5.1 14.5C7.3 14.5 8.7 12.8 8.7 10.5C8.7 8.3 7.3 6.8 5.2 6.8C3.2 6.8 1.7 8.1 1.4 10',
  '7': 'M1.3 1.5H8.7L4 14.5',
  '8': 'M5 7.5C3 7.5 1.8 6.2 1.8 4.5S3 1.5 5 1.5 8.2 2.8 8.2 4.5 7 7.5 5 7.5C2.8 7.5 1.3 8.9 1.3 11S2.8 14.5 5 14.5 8.7 13.1 8.7 11 7.2 7.5 5 7.5Z',
  '9': 'M2 13C2.7 14 3.6 14.5 4.7 14.5C7.4 14.5 8.7 11.6 8.7 7.4C8.7 3.6 7.4 1.5 4.9 1.5C2.7 1.5 1.3 3.2 1.3 5.5C1.3 7.7 2.7 9.2 4.8 9.2C6.8 9.2 8.3 7.9 8.6 6',
};

const UNIT = { width: 10, height: 16, gap: 2.4 } as const;

/** Width of these digits at this height, both in pixels. */
export function widthOfDigits(text: string, heightPx: number): number {
  return ((text.length * UNIT.width + (text.length - 1) * UNIT.gap) * heightPx) / UNIT.height;
}

/** SVG of the digits with their top left corner at x, y; what is no digit is left out. */
export function drawDigits(
  text: string,
  at: { readonly x: number; readonly y: number },
  heightPx: number,
  color: string,
): string {
  const scale = heightPx / UNIT.height;
  const paths = [...text].map((digit, index) => {
    const path = DIGITS[digit] ?? '';
    return `<path transform="translate(${index * (UNIT.width + UNIT.gap)} 0)" d="${path}"/>`;
  });
  const pen = `fill="none" stroke="${color}" stroke-width="2.7" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale})" ${pen}>${paths.join('')}</g>`;
}
