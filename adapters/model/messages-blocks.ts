/** The content blocks of a streamed message, put together from their pieces. */

type Block = Readonly<Record<string, unknown>>;

interface Piece {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly thinking?: string | undefined;
  readonly signature?: string | undefined;
  readonly partial_json?: string | undefined;
}

export interface Blocks {
  begin(block: Block): void;
  /** Adds a piece to the newest block. */
  add(piece: Piece): void;
  /**
   * The text that the newest piece belongs to: all text, or the input of the first call if it is of the tool `tool`; null for other pieces.
   */
  told(tool: string | null): string | null;
  all(): readonly Block[];
}

const FIELDS = { text_delta: 'text', thinking_delta: 'thinking', signature_delta: 'signature' } as const;

export function createBlocks(): Blocks {
  const blocks: Block[] = [];
  /** JSON of tool calls as it came, by place. */
  const inputs = new Map<number, string>();
  let newest: Piece = {};
  const textOf = (block: Block, field: string): string => {
    const value = block[field];
    return typeof value === 'string' ? value : '';
  };
  return {
    begin(block) {
      blocks.push(block);
      newest = {};
    },
    add(piece) {
      newest = piece;
      const place = blocks.length - 1;
      const block = blocks[place];
      if (block === undefined) return;
      if (piece.type === 'input_json_delta') {
        inputs.set(place, (inputs.get(place) ?? '') + (piece.partial_json ?? ''));
        return;
      }
      for (const [type, field] of Object.entries(FIELDS))
        if (piece.type === type) blocks[place] = { ...block, [field]: textOf(block, field) + (piece[field] ?? '') };
    },
    told(tool) {
      if (tool === null && newest.type === 'text_delta')
        return blocks.map((block) => (block.type === 'text' ? textOf(block, 'text') : '')).join('');
      if (tool === null || newest.type !== 'input_json_delta') return null;
      const first = blocks.findIndex(({ type }) => type === 'tool_use');
      return first === blocks.length - 1 && blocks[first]?.name === tool ? (inputs.get(first) ?? null) : null;
    },
    all: () =>
      blocks.map((block, place) => {
        const json = inputs.get(place);
        return json === undefined ? block : { ...block, input: parseInput(json) };
      }),
  };
}

/** undefined: the JSON was cut off. */
function parseInput(json: string): unknown {
  if (json === '') return {};
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
