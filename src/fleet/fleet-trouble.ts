/** Errors between machines, as a sentence for the person at the terminal. */
import { SaidError } from '../words/said-error.ts';

/** An expected error, shown without a stack. */
export class FleetTrouble extends SaidError {
  override readonly name = 'FleetTrouble';
}
