/** Telegram keeps the contract of every chat, over HTTP, against the strict server. */
import { testChatContract } from '../../../contracts/chat.ts';
import { startTelegramBench } from './person-bench.ts';

testChatContract('telegram', startTelegramBench);
