/** Place of a target: an element of the look it was decided on, or a point of its picture. */
import type { Target } from '../../action/schema.ts';
import { type Place, Refused, type UiElement } from '../../ports/desktop.ts';
import { centerOf, toPlace } from '../../screen/coordinates.ts';
import type { Observation } from '../../screen/observe.ts';
import { say } from '../../words/say.ts';
import type { PerformContext } from './perform-ports.ts';

export function findPlace(target: Target, observation: Observation): Place {
  if ('element' in target) return centerOf(findElement(target.element, observation), observation.frame.display);
  return toPlace(target, observation.frame.display);
}

/** Throws `Refused` when that look lists no such element. */
export function findElement(number: number, observation: Observation): UiElement {
  const element = observation.elements.find((candidate) => candidate.number === number);
  if (element === undefined) {
    const count = observation.elements.length;
    throw new Refused(
      count === 0
        ? say`There is no element ${number}: this look has no list of elements. Use x and y.`
        : say`There is no element ${number}: this look lists 1 to ${count}.`,
    );
  }
  return element;
}

/** Like `findPlace`, and remembers the place for the ring on the next pictures. */
export function pointAt(target: Target, { observation, marks }: PerformContext): Place {
  const place = findPlace(target, observation);
  marks.pointAt({ x: place.x, y: place.y });
  return place;
}

/** null: where the pointer is. */
export function pointWhenGiven(target: Target | undefined, context: PerformContext): Place | null {
  return target === undefined ? null : pointAt(target, context);
}
