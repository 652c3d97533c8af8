/** The web chat keeps the contract of every chat, over its own HTTP interface. */
import { testChatContract } from '../../../contracts/chat.ts';
import { startWebBench } from './person-bench.ts';

testChatContract('The web chat', startWebBench);
