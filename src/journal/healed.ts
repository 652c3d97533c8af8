/** Steps of a playbook that used another target than the skill names, because the application had changed. */
import { z } from 'zod';

const targetSchema = z.object({
  /** Name of the step's target parameter. */
  key: z.string(),
  role: z.string(),
  name: z.string(),
  /** Names of its present neighbours. */
  near: z.array(z.string()),
});

export type HealedTarget = z.infer<typeof targetSchema>;

/** `step`: of the playbook, from 1. */
export const healedSchema = z.object({ step: z.number(), targets: z.array(targetSchema) });

export type HealedStep = z.infer<typeof healedSchema>;
