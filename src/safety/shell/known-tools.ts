/** All tools that are described, in one list. */
import type { Tool } from './tool-rule.ts';
import { BASIC_TOOLS } from './tools/basics.ts';
import { CLOUD_TOOLS } from './tools/cloud.ts';
import { CONTAINER_TOOLS } from './tools/containers.ts';
import { DEVELOPING_TOOLS } from './tools/developing.ts';
import { GIT_TOOLS } from './tools/git.ts';
import { MACOS_TOOLS } from './tools/macos.ts';
import { MACOS_CODE_TOOLS } from './tools/macos-code.ts';
import { MACOS_FILE_TOOLS } from './tools/macos-files.ts';
import { SEARCH_TOOLS } from './tools/search.ts';
import { SYSTEM_TOOLS } from './tools/system.ts';
import { TEXT_TOOLS } from './tools/text.ts';

export const KNOWN_TOOLS: readonly Tool[] = [
  ...BASIC_TOOLS,
  ...TEXT_TOOLS,
  ...SEARCH_TOOLS,
  ...SYSTEM_TOOLS,
  ...MACOS_TOOLS,
  ...MACOS_FILE_TOOLS,
  ...MACOS_CODE_TOOLS,
  ...GIT_TOOLS,
  ...CONTAINER_TOOLS,
  ...CLOUD_TOOLS,
  ...DEVELOPING_TOOLS,
];
