/** A computer is set up, joins by the line, works, and is removed while it works: cut off at once, stopped, and told. */
import { test } from 'node:test';
import { liveFleetLife } from '../support/fleet-life.ts';
import { noX11 } from '../support/x11.ts';

test('a computer that is removed while it works is cut off and stopped, and the phone is told', { skip: noX11 }, (t) =>
  liveFleetLife(t),
);
