/** The words allowed after `/orders`, each the same as a button below an order. */
import type { OrderPress } from './buttons.ts';

export const PRESSES: Readonly<Record<string, OrderPress['act']>> = {
  '': 'show',
  show: 'show',
  run: 'run',
  pause: 'pause',
  resume: 'resume',
  edit: 'edit',
  delete: 'delete',
  zeige: 'show',
  starte: 'run',
  ausführen: 'run',
  anhalten: 'pause',
  weiter: 'resume',
  ändern: 'edit',
  ändere: 'edit',
  löschen: 'delete',
  lösche: 'delete',
};
