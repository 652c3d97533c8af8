/** Slack's packages write to the console, tokens and messages too, unless they are given this. */

import { type Logger, LogLevel } from '@slack/bolt';

const nothing = (): void => undefined;

export const SILENT_LOGGER: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};
