/** Frees a picture's memory at once instead of waiting for the garbage collector. */

/**
 * Nothing may read these pixels, or anything else in their memory, after it; a view of a part of some memory is left alone. A picture
 * is 5–20 MB: left to the garbage collector, each one or two of them cost a collection of everything, which takes as long as a picture.
 */
export function releasePixels(pixels: Uint8Array | Uint32Array): void {
  const { buffer } = pixels;
  const isOwn = buffer instanceof ArrayBuffer && pixels.byteLength > 0 && pixels.byteLength === buffer.byteLength;
  if (isOwn) buffer.transfer(0);
}
