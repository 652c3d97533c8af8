/** A model of MiniLM's shape, a few kilobytes large, written as ONNX: each word is a vector of its own, and nothing else happens. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

interface Encoder {
  create(fields: object): object;
  encode(model: object): { finish(): Uint8Array };
}

/** `onnx-proto` has no types of its own that fit. */
const protoSchema = z.object({
  onnx: z.object({
    ModelProto: z.custom<Encoder>((value) => typeof value === 'function' && 'create' in value && 'encode' in value),
  }),
});

const DIMENSIONS = 384;
const WORDS = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  'open',
  'the',
  'calendar',
  'mail',
  'write',
  'a',
  'print',
  'plan',
  'garden',
  'water',
];
const FLOAT = 1;
const INT64 = 7;

/** Lays it where the library looks for Xenova/all-MiniLM-L6-v2 below `models`. */
export function writeTinyMiniLm(models: string): void {
  const folder = join(models, 'Xenova', 'all-MiniLM-L6-v2');
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: object): void => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: DIMENSIONS });
  json('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', do_lower_case: true, model_max_length: 128 });
  json('tokenizer.json', {
    version: '1.0',
    added_tokens: WORDS.slice(0, 5).map((content, id) => ({ id, content, special: true })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  });
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), encodeModel());
}

/** last_hidden_state = Gather(embeddings, input_ids). */
function encodeModel(): Uint8Array {
  const { ModelProto } = protoSchema.parse(createRequire(import.meta.url)('onnx-proto')).onnx;
  const value = (name: string, elemType: number, dims: readonly string[]) => ({
    name,
    type: { tensorType: { elemType, shape: { dim: dims.map((dimParam) => ({ dimParam })) } } },
  });
  const floats = Array.from({ length: WORDS.length * DIMENSIONS }, (_, at) => {
    const [word, place] = [Math.floor(at / DIMENSIONS), at % DIMENSIONS];
    // Marks and filling words say nothing; every other word has a direction of its own.
    return word > 4 && !['the', 'a'].includes(WORDS[word] ?? '') && place % WORDS.length === word ? 1 : 0;
  });
  const model = ModelProto.create({
    irVersion: 7,
    opsetImport: [{ domain: '', version: 13 }],
    producerName: 'test',
    graph: {
      name: 'tiny',
      node: [{ opType: 'Gather', input: ['embeddings', 'input_ids'], output: ['last_hidden_state'] }],
      initializer: [{ name: 'embeddings', dataType: FLOAT, dims: [WORDS.length, DIMENSIONS], floatData: floats }],
      input: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(name, INT64, ['batch', 'sequence'])),
      output: [value('last_hidden_state', FLOAT, ['batch', 'sequence', 'hidden'])],
    },
  });
  return ModelProto.encode(model).finish();
}
