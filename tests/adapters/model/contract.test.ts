import { testModelContract } from '../../contracts/model.ts';
import { makePicture } from '../../fixtures/pictures.ts';
import type { Decision } from '../../servers/anthropic/server.ts';
import { makeReply } from '../../servers/anthropic/wire-reply.ts';
import { AGENT } from './acp-bench.ts';
import { EACH_ONCE } from './providers.ts';

const DONE = makeReply({ action: 'done', summary: 'Done. '.repeat(60) });
const PICTURE = await makePicture(1260, 784, null);

for (const { name, start, comesWhole } of [...EACH_ONCE, AGENT]) {
  testModelContract(
    `${name} behind the strict server`,
    async () => {
      let decision: Decision = DONE;
      const bench = await start(() => decision);
      return {
        model: bench.model,
        hang: () => {
          decision = { fault: 'hang' };
          const before = bench.asked().length;
          return () => bench.asked().length > before;
        },
        fail: () => {
          decision = { fault: 'refusal' };
        },
        drip:
          comesWhole === true
            ? null
            : () => {
                decision = { fault: 'drip', ms: 40, reply: DONE };
              },
        abortedAt: bench.abortedAt,
        close: bench.close,
      };
    },
    PICTURE,
  );
}
