import { z } from 'zod';

/** Credentials from signing in at a tool server, stored in the keychain alone: never in a log, a prompt or a journal. */
export const keptSignInSchema = z.object({
  issuer: z.string(),
  /** Deskhand's id at the issuer, which may have given a secret with it. */
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** The server that the tokens are for. */
  resource: z.string(),
  accessToken: z.string(),
  /** Left out when the issuer gives none: then each expiry needs a new sign-in. */
  refreshToken: z.string().optional(),
});
export type KeptSignIn = z.infer<typeof keptSignInSchema>;

/** One secret for each server. Every method rejects with a sentence when it cannot be read or stored. */
export interface SignInStore {
  /** null: nobody signed in. Read anew each time: another process may have renewed it. */
  read(server: string): Promise<KeptSignIn | null>;
  keep(server: string, kept: KeptSignIn): Promise<void>;
  forget(server: string): Promise<void>;
  /** Runs `work` exclusively among all processes of this data folder. */
  alone<T>(server: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}
