/** What each Claude takes, as its maker's pages say (November 2026): written down apart from Deskhand's own table, to hold that against. */

export interface ModelRule {
  /** Computer-use tools, at Anthropic and on Vertex AI. */
  readonly tools: readonly string[];
  /** On Bedrock, which lacks the toolset. */
  readonly bedrock: readonly string[];
  readonly efforts: readonly string[];
  readonly hasFormat: boolean;
}

const ALL = ['low', 'medium', 'high', 'xhigh', 'max'];
const TOOLSET = 'computer_toolset_20260801';

function rule(tools: readonly string[], efforts: readonly string[], more: Partial<ModelRule> = {}): ModelRule {
  return { tools, bedrock: tools.filter((tool) => tool !== TOOLSET), efforts, hasFormat: true, ...more };
}

const CURRENT = rule([TOOLSET], ALL, { bedrock: ['computer_20251124'] });
const OF_5 = rule([TOOLSET, 'computer_20251124'], ALL);

const RULES: Readonly<Record<string, ModelRule>> = {
  'claude-fable-5-1': CURRENT,
  'claude-opus-5-5': CURRENT,
  'claude-sonnet-5-5': CURRENT,
  'claude-haiku-5-5': CURRENT,
  'claude-opus-5': OF_5,
  'claude-sonnet-5': OF_5,
  'claude-opus-4-8': OF_5,
  'claude-opus-4-7': rule(['computer_20251124'], ALL),
  'claude-opus-4-6': rule(['computer_20251124'], ['low', 'medium', 'high', 'max']),
  'claude-sonnet-4-6': rule(['computer_20251124'], ['low', 'medium', 'high', 'max']),
  'claude-opus-4-5': rule(['computer_20251124'], ['low', 'medium', 'high']),
  'claude-sonnet-4-5': rule(['computer_20250124'], []),
  'claude-haiku-4-5': rule(['computer_20250124'], []),
  'claude-opus-4-1': rule(['computer_20250124'], []),
  'claude-opus-4': rule(['computer_20250124'], [], { hasFormat: false }),
  'claude-sonnet-4': rule(['computer_20250124'], [], { hasFormat: false }),
  'claude-3-7-sonnet': rule(['computer_20250124'], [], { hasFormat: false }),
  'claude-3-5-sonnet': rule(['computer_20241022'], [], { hasFormat: false }),
};

export const RULED_MODELS: readonly string[] = Object.keys(RULES);

/** The rule of an id, whatever cloud's prefix or date is around it. An unknown model takes what the newest take, but no tools. */
export function ruleOf(id: string): ModelRule {
  const plain = id.replace(/^.*anthropic\./, '').replace(/[-@]20\d{6}.*$/, '');
  return RULES[plain] ?? { ...CURRENT, tools: [], bedrock: [] };
}

const BETAS: Readonly<Record<string, string>> = {
  computer_20251124: 'computer-use-2025-11-24',
  computer_20250124: 'computer-use-2025-01-24',
  computer_20241022: 'computer-use-2024-10-22',
};

export interface ToolCheck {
  readonly model: string;
  readonly types: readonly string[];
  /** The betas of the header, or of a cloud's body. */
  readonly betas: readonly string[];
  readonly isBedrock: boolean;
}

/** Why these tools are refused with that model and these headers; null when they are taken. */
export function findToolFault({ model, types, betas, isBedrock }: ToolCheck): string | null {
  const taken = isBedrock ? ruleOf(model).bedrock : ruleOf(model).tools;
  for (const type of types) {
    if (!/^computer_/.test(type)) continue;
    if (!taken.includes(type)) return `tools: '${model}' does not support tool types: ${type}`;
    const beta = BETAS[type];
    if (beta !== undefined && !betas.includes(beta))
      return `tools.0: Input tag '${type}' found using 'type' does not match any of the expected tags; it needs the beta ${beta}`;
  }
  for (const beta of betas) {
    if (!Object.values(BETAS).includes(beta))
      return `Unexpected value(s) \`${beta}\` for the \`anthropic-beta\` header.`;
    if (!types.some((type) => BETAS[type] === beta)) return `anthropic-beta: ${beta} without its tool`;
  }
  return null;
}
