import type { MachineResult } from './machine.ts';

/** The person's Obsidian notes. Paths are relative to the vault; nothing outside it can be reached. */
export interface Vault {
  read(path: string, signal: AbortSignal): Promise<MachineResult>;
  write(path: string, text: string, signal: AbortSignal): Promise<MachineResult>;
}
