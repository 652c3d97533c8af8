/** Draws numbered marks, a grid and a cross onto a copy of a picture, for a person who points with a thumb. */
import sharp, { type Sharp } from 'sharp';
import type { Box } from '../../src/ports/desktop.ts';
import type { MarkedPicture, MarkRequest } from '../../src/ports/pictures.ts';
import { drawDigits, widthOfDigits } from './digits.ts';
import { type Ink, type Line, type PlacedLabel, placeLabels, sumInk } from './place-labels.ts';

/** The digits' height as a share of the picture's width: about 7 points where a phone shows the picture 390 points wide. */
const DIGIT_HEIGHT = 0.017;
const LEAST_DIGIT_PX = 13;
/** The digits' height for a model, which reads digits as small as the picture's own text; small labels cover less and find more places. */
const MODEL_DIGIT_PX = 10;
/** The label's height as a multiple of its digits' height. */
const LABEL_HEIGHT = 1.5;
/** A step between two neighboring pixels (of 255) that is part of a letter or an edge. */
const EDGE = 36;
/** Dark enough for white digits, and told apart by most eyes; neighbors get different ones. */
const COLORS = ['#0b57d0', '#b3261e', '#0f6b34', '#7b1fa2', '#a04b00', '#00616b'] as const;
const QUALITY = 82;

interface Label extends PlacedLabel {
  readonly index: number;
  readonly text: string;
  readonly color: string;
  readonly target: Box;
}

export async function markPicture(jpeg: Uint8Array, request: MarkRequest): Promise<MarkedPicture> {
  const meta = await sharp(jpeg).metadata();
  const scale = Math.max(1, request.width / meta.width);
  const width = Math.round(meta.width * scale);
  const height = Math.round(meta.height * scale);
  const base = sharp(jpeg).resize(width, height, { fit: 'fill' });
  const labels = request.boxes.length === 0 ? [] : placeMarks(request, scale, await readInk(base, width, height));
  const shapes = [
    ...(request.hasGrid ? [drawGrid(width, height)] : []),
    ...(request.cross === null ? [] : [drawCross({ x: request.cross.x * scale, y: request.cross.y * scale }, width)]),
    ...labels.map((label) => drawMark(label, request.isForModel === true)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
  const drawn = await base
    .clone()
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: request.quality ?? QUALITY })
    .toBuffer();
  return { jpeg: drawn, marked: labels.map(({ index }) => index) };
}

/** Letters and lines are steps between neighboring pixels; a plain or slowly changing ground has none. */
async function readInk(base: Sharp, width: number, height: number): Promise<Ink> {
  const gray = await base.clone().grayscale().raw().toBuffer();
  const isInked = new Uint8Array(width * height);
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0, index = y * width; x < width - 1; x += 1, index += 1) {
      const here = gray[index] ?? 0;
      const step = Math.max(Math.abs(here - (gray[index + 1] ?? 0)), Math.abs(here - (gray[index + width] ?? 0)));
      if (step > EDGE) isInked[index] = 1;
    }
  }
  return sumInk(isInked, width, height);
}

function placeMarks(request: MarkRequest, scale: number, ink: Ink): readonly Label[] {
  const { boxes, from, most, numbers, isForModel = false } = request;
  const digitPx = isForModel ? MODEL_DIGIT_PX : Math.max(LEAST_DIGIT_PX, Math.round(ink.width * DIGIT_HEIGHT));
  const largest = Math.max(from + Math.min(most, boxes.length) - 1, ...(numbers ?? []));
  const widest = '0'.repeat(String(largest).length);
  const size = {
    width: Math.round(widthOfDigits(widest, digitPx) + digitPx * 0.6),
    height: Math.round(digitPx * LABEL_HEIGHT),
  };
  const wishes = boxes.map((box) => ({ box: scaleInside(box, scale, ink), size }));
  return placeLabels(wishes, ink, most).map((placed, position) => ({
    ...placed,
    text: String(numbers?.[placed.index] ?? from + position),
    color: COLORS[position % COLORS.length] ?? COLORS[0],
    target: wishes[placed.index]?.box ?? placed.place,
  }));
}

function scaleInside(box: Box, scale: number, { width, height }: Ink): Box {
  const x = Math.max(0, Math.round(box.x * scale));
  const y = Math.max(0, Math.round(box.y * scale));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.round((box.x + box.width) * scale)) - x),
    height: Math.max(1, Math.min(height, Math.round((box.y + box.height) * scale)) - y),
  };
}

function drawMark({ text, color, target, place, leader }: Label, isThin: boolean): string {
  const digitPx = place.height / LABEL_HEIGHT;
  const at = { x: place.x + (place.width - widthOfDigits(text, digitPx)) / 2, y: place.y + digitPx * 0.25 };
  const frame = (width: number, stroke: string): string =>
    `<rect x="${target.x + 0.5}" y="${target.y + 0.5}" width="${target.width - 1}" height="${target.height - 1}" rx="3" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return [
    ...(isThin ? [] : [frame(3.5, 'rgba(255,255,255,.75)')]),
    frame(isThin ? 1 : 2, color),
    leader === null ? '' : drawLeader(leader, color, isThin),
    `<rect x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" rx="${digitPx * 0.35}" fill="${color}" stroke="#fff" stroke-width="${isThin ? 0.5 : 1.5}"/>`,
    drawDigits(text, at, digitPx, '#fff'),
  ].join('');
}

/** The line from a label that stands apart to what it names. */
function drawLeader({ from, to }: Line, color: string, isThin: boolean): string {
  const line = (stroke: string, width: number): string =>
    `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="${stroke}" stroke-width="${width}"/>`;
  return isThin ? line(color, 1) : line('#fff', 4) + line(color, 2.2);
}

function drawGrid(width: number, height: number): string {
  const line = (x1: number, y1: number, x2: number, y2: number): string =>
    ['rgba(255,255,255,.8)" stroke-width="4', 'rgba(0,0,0,.75)" stroke-width="1.6" stroke-dasharray="10 7']
      .map((pen) => `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${pen}"/>`)
      .join('');
  return [1 / 3, 2 / 3]
    .map((part) => line(width * part, 0, width * part, height) + line(0, height * part, width, height * part))
    .join('');
}

/** A ring with four ticks, which leaves the point itself visible. */
function drawCross({ x, y }: { readonly x: number; readonly y: number }, width: number): string {
  const size = Math.max(10, width * 0.014);
  const ticks = [0, 90, 180, 270]
    .map((turn) => `<line x1="${size * 0.55}" y1="0" x2="${size * 1.6}" y2="0" transform="rotate(${turn})"/>`)
    .join('');
  const shape = `<circle r="${size}" fill="none"/>${ticks}`;
  return [
    `<g transform="translate(${x} ${y})" stroke="#fff" stroke-width="6">${shape}</g>`,
    `<g transform="translate(${x} ${y})" stroke="#e61e28" stroke-width="3">${shape}</g>`,
  ].join('');
}
