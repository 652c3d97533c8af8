/** Slack keeps the contract of every chat, over its socket and its Web API, against the strict server. */
import { testChatContract } from '../../../contracts/chat.ts';
import { startSlackBench } from './person-bench.ts';

testChatContract('slack', startSlackBench);
