/** Tells a GIF from a JPEG (GIF89a, 17 and 18). */

/** Width and height in pixels; null when these are not the bytes of a GIF. */
export function readGifSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // “GIF8”
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47_49_46_38) return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

export function isGif(bytes: Uint8Array): boolean {
  return readGifSize(bytes) !== null;
}
