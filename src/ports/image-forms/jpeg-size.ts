/** Width and height of a JPEG, read from its frame header without decoding it (ITU-T T.81, B.2.2). */

export interface JpegSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels; null when these are not the bytes of a JPEG. */
export function readJpegSize(bytes: Uint8Array): JpegSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += hasLength(marker) ? 2 + view.getUint16(at + 2) : 2;
  }
  return null;
}

/** SOF0…SOF15 without DHT, JPG and DAC, which share their range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** TEM and RST0…RST7, SOI, EOI stand alone. */
function hasLength(marker: number): boolean {
  return marker !== 0x01 && (marker < 0xd0 || marker > 0xd9);
}
