/** Each outcome in two or three words, for people. */
import { say } from '../words/say.ts';

export const OUTCOME_TITLES = {
  verified: say`✅ Done and checked`,
  unverified: say`☑️ Done, not checked`,
  failed: say`❌ Failed`,
  stopped: say`⏹ Stopped`,
  interrupted: say`⚠️ Interrupted`,
} as const;
