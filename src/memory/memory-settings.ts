/** The person's settings of memory, made in the chat; stored in the small state. */
import type { StateStore } from '../ports/state-store.ts';
import { VAULT_TOKENS } from './vault-part.ts';

export interface MemorySettings {
  /** Token limit of the vault's part of a prompt. */
  readonly vaultTokens: number;
  /** False: runs leave no recording, no pictures and no notes. */
  readonly isRecording: boolean;
}

const TOKENS = 'memory.tokens';
const RECORDING = 'memory.recording';

export function readMemorySettings(state: StateStore): MemorySettings {
  const tokens = state.get(TOKENS);
  return {
    vaultTokens: typeof tokens === 'number' ? clamp(tokens) : VAULT_TOKENS.usual,
    isRecording: state.get(RECORDING) !== false,
  };
}

/** Returns the value that was set, within the limits. */
export async function setVaultTokens(state: StateStore, tokens: number): Promise<number> {
  await state.set(TOKENS, clamp(tokens));
  return clamp(tokens);
}

export function setRecording(state: StateStore, isOn: boolean): Promise<void> {
  return state.set(RECORDING, isOn);
}

function clamp(tokens: number): number {
  return Math.round(Math.min(VAULT_TOKENS.most, Math.max(VAULT_TOKENS.least, tokens)));
}
