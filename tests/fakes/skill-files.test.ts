/** The fake keeps the contract of the real thing. */
import { testSkillFilesContract } from '../contracts/skill-files.ts';
import { createFakeSkillFiles } from './skill-files.ts';

testSkillFilesContract('The fake', async () => {
  const files = createFakeSkillFiles();
  return { files, put: files.put };
});
