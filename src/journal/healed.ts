/** Steps of a playbook that went to something else than the skill says, because the application had changed. */
import { z } from 'zod';

const targetSchema = z.object({
  /** Which of the step's targets. */
  key: z.string(),
  role: z.string(),
  name: z.string(),
  /** Names of what stands around it now. */
  near: z.array(z.string()),
});

export type HealedTarget = z.infer<typeof targetSchema>;

/** `step`: of the playbook, from 1. */
export const healedSchema = z.object({ step: z.number(), targets: z.array(targetSchema) });

export type HealedStep = z.infer<typeof healedSchema>;
