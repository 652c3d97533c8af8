/** The playbook keeps the contract of a model, though nobody is behind it. */
import { createPlaybookModel } from '../../src/run/decide/playbook-model.ts';
import { testModelContract } from '../contracts/model.ts';

testModelContract(
  'The playbook',
  async () => ({
    model: createPlaybookModel({
      params: { text: 'hello' },
      skill: {
        name: 'note',
        description: 'Writes a note',
        triggers: [],
        steps: '',
        playbook: [{ action: 'type', text: '{{text}}' }],
        expect: [],
        permissions: null,
        maxIterations: null,
        source: 'test',
      },
    }),
    hang: null,
    fail: null,
    drip: null,
    abortedAt: null,
    close: async () => {},
  }),
  new Uint8Array(),
);
