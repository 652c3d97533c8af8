/** What is said to the process that has the keychain: never on its command line, which every program can read. */
import { z } from 'zod';

export const keychainRequestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('read'), accounts: z.array(z.string()) }),
  z.object({ do: z.literal('write'), values: z.record(z.string(), z.string()) }),
  z.object({ do: z.literal('delete'), accounts: z.array(z.string()) }),
]);
export type KeychainRequest = z.infer<typeof keychainRequestSchema>;

export const keychainAnswerSchema = z.object({ values: z.record(z.string(), z.string()) });
