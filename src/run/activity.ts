/** What a run is doing that no event records, for the live message alone: a wait for the model, the reply being written, a check. */
import type { Text } from '../words/say.ts';

export interface Activity {
  /** Next action of the model, as far as its reply has arrived; ''. */
  preview(): Text;
  /** Why the model's provider makes the run wait; ''. */
  delay(): Text;
  /** Whether the effect of an act is being checked. */
  isChecking(): boolean;
  showPreview(next: Text): void;
  showDelay(why: Text): void;
  /** The call of the model is over. */
  endCall(): void;
  /** Shows that a check is going on for as long as `check` takes. */
  duringCheck<Value>(check: () => Promise<Value>): Promise<Value>;
}

/** `changed`: called whenever there is something new to show. */
export function createActivity(changed: () => void): Activity {
  let preview: Text = '';
  let delay: Text = '';
  let isChecking = false;
  return {
    preview: () => preview,
    delay: () => delay,
    isChecking: () => isChecking,
    showPreview(next) {
      preview = next;
      delay = '';
      changed();
    },
    showDelay(why) {
      delay = why;
      changed();
    },
    endCall() {
      preview = '';
      delay = '';
    },
    async duringCheck(check) {
      isChecking = true;
      changed();
      try {
        return await check();
      } finally {
        isChecking = false;
        changed();
      }
    },
  };
}
