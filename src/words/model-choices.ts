/** What each provider of a model needs, for a person who has configured none. */
import { say } from './say.ts';

export const MODEL_CHOICES = say`Set one of these in .env and start again:
ANTHROPIC_API_KEY (Anthropic)
OPENAI_API_KEY (OpenAI), or OPENAI_BASE_URL and MODEL_MAIN (a server of your own: Ollama, LM Studio, vLLM)
MODEL_PROVIDER=bedrock and AWS_REGION (Amazon Bedrock)
MODEL_PROVIDER=vertex, ANTHROPIC_VERTEX_PROJECT_ID and CLOUD_ML_REGION (Google Vertex AI)`;
