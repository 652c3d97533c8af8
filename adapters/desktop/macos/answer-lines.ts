/** The end of every script that is kept alive (JavaScript for Automation): one question a line of JSON in, one answer a line out, by `ACTS`. */
export const ANSWER_LINES = String.raw`const input = $.NSFileHandle.fileHandleWithStandardInput;
const output = $.NSFileHandle.fileHandleWithStandardOutput;
const UTF8 = 4;
let pending = '';
for (;;) {
  const data = input.availableData;
  if (data.length === 0) break;
  pending += ObjC.unwrap($.NSString.alloc.initWithDataEncoding(data, UTF8)) || '';
  for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
    const question = JSON.parse(pending.slice(0, end));
    pending = pending.slice(end + 1);
    let answer;
    try { answer = ACTS[question.do](question); } catch (error) { answer = { is: 'failed', why: String(error) }; }
    output.writeData($(JSON.stringify({ id: question.id, ...answer }) + '\n').dataUsingEncoding(UTF8));
  }
}
`;
