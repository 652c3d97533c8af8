/**
 * A speech model small enough to be written here: it hears "h" wherever there is sound, a tenth of a second at a time.
 * It is a Wav2Vec2 to the library (the same pipeline, processor, tokenizer and runtime as a real one), with a graph of six nodes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import onnxProto from 'onnx-proto';

const { onnx } = onnxProto;
const FLOAT = 1;
const INT64 = 7;
const FRAME_SAMPLES = 1600;
const VOCABULARY = { '<pad>': 0, h: 1, '|': 2 };

/** Writes it into `folder`, which is made. */
export function writeSpeechModel(folder: string): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), writeGraph());
  const json = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  json('config.json', { model_type: 'wav2vec2', architectures: ['Wav2Vec2ForCTC'], vocab_size: 3 });
  json('preprocessor_config.json', {
    feature_extractor_type: 'Wav2Vec2FeatureExtractor',
    sampling_rate: 16_000,
    do_normalize: false,
  });
  json('tokenizer_config.json', { tokenizer_class: 'Wav2Vec2CTCTokenizer', pad_token: '<pad>' });
  json('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'CTC', pad_token: '<pad>', word_delimiter_token: '|', cleanup: true },
    model: { vocab: VOCABULARY },
  });
}

/** Loudness of each frame against a threshold: `h` when it is above, the blank when not. */
function writeGraph(): Uint8Array {
  const ints = (name: string, values: readonly number[]) => ({ name, type: 7, ints: [...values] });
  const graph = onnx.GraphProto.create({
    name: 'loudness',
    node: [
      { opType: 'Abs', input: ['input_values'], output: ['loud'] },
      { opType: 'Unsqueeze', input: ['loud', 'axes'], output: ['channel'] },
      {
        opType: 'AveragePool',
        input: ['channel'],
        output: ['frames'],
        attribute: [ints('kernel_shape', [FRAME_SAMPLES]), ints('strides', [FRAME_SAMPLES])],
      },
      { opType: 'Transpose', input: ['frames'], output: ['column'], attribute: [ints('perm', [0, 2, 1])] },
      { opType: 'MatMul', input: ['column', 'weights'], output: ['raised'] },
      { opType: 'Add', input: ['raised', 'bias'], output: ['logits'] },
    ],
    initializer: [
      { name: 'axes', dims: [1], dataType: INT64, int64Data: [1] },
      { name: 'weights', dims: [1, 3], dataType: FLOAT, floatData: [0, 100, 0] },
      { name: 'bias', dims: [3], dataType: FLOAT, floatData: [1, 0, -10] },
    ],
    input: [tensor('input_values', [1, 'samples'])],
    output: [tensor('logits', [1, 'frames', 3])],
  });
  const model = onnx.ModelProto.create({ irVersion: 7, opsetImport: [{ domain: '', version: 13 }], graph });
  return onnx.ModelProto.encode(model).finish();
}

function tensor(name: string, shape: readonly (number | string)[]) {
  const dim = shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType: FLOAT, shape: { dim } } } };
}
