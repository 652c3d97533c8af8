import { testModelContract } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { startBench } from './bench.ts';

const DONE = makeReply({ action: 'done', summary: 'Done.' });

testModelContract(
  'Claude behind the strict server',
  async () => {
    let decision: Decision = DONE;
    const bench = await startBench(() => decision);
    return {
      model: bench.model,
      hang: () => {
        decision = { fault: 'hang' };
      },
      fail: () => {
        decision = { fault: 'refusal' };
      },
      close: bench.close,
    };
  },
  await makePicture(1260, 784, null),
);
