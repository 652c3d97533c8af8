/** The least there is to say. */
import type { OutboundMessage } from '../../src/ports/chat.ts';

export const PLAIN: OutboundMessage = {
  text: ['Hello'],
  picture: null,
  pictureAlt: '',
  buttons: [],
  kind: 'reply',
  file: null,
};
