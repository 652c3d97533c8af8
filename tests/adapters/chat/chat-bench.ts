import type { Chat, InboundMessage, Receipt } from '../../../src/ports/chat.ts';
import type { Log } from '../../../src/ports/chat-needs.ts';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export function createLog(lines: LogLine[]): Log {
  return {
    info: (fields, text) => void lines.push({ level: 'info', fields, text }),
    warn: (fields, text) => void lines.push({ level: 'warn', fields, text }),
    error: (fields, text) => void lines.push({ level: 'error', fields, text }),
  };
}

/** Starts the chat and keeps what it hands on. */
export async function startCollecting(
  chat: Chat,
  received: InboundMessage[],
  receive: (message: InboundMessage) => Promise<Receipt> = async () => ({ toast: '' }),
): Promise<void> {
  await chat.start((message) => {
    received.push(message);
    return receive(message);
  });
}

/** The received texts; taps as their data in brackets. */
export function textsOf(received: readonly InboundMessage[]): readonly string[] {
  return received.map(({ content }) =>
    content.kind === 'tap' ? `[${content.data}]` : 'text' in content ? content.text : content.kind,
  );
}
