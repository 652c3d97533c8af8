/** The event with the changes in the folders a run may work in and in the settings it had open. */
import { z } from 'zod';

const names = z.array(z.string());

/** `folder` as people write it, `~/reports`. */
const folderChanges = z.object({ folder: z.string(), made: names, changed: names, gone: names, isWhole: z.boolean() });
/** Each setting with its value before and now; `isOurs`: an act of the run pointed at it. */
const settingChanges = z.object({
  window: z.string(),
  changed: z.array(z.object({ name: z.string(), before: z.string(), after: z.string(), isOurs: z.boolean() })),
});

export type SettingChanges = z.infer<typeof settingChanges>;
export type ComparedScope = {
  readonly folders: readonly z.infer<typeof folderChanges>[];
  readonly settings: readonly SettingChanges[];
};

export const scopeCompared = z.object({
  type: z.literal('scope.compared'),
  folders: z.array(folderChanges),
  settings: z.array(settingChanges),
});
