/** The body of a Bot API call, however it was sent: query string, JSON, urlencoded or multipart, as the original reads it. */

import { badRequest } from './refusal.ts';

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every value as text, as the original keeps it: objects are JSON. Files by the name of their part. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, SentFile>;
}

export function readForm(contentType: string, body: Buffer, query: URLSearchParams): Form {
  const fields = new Map<string, string>(query);
  const files = new Map<string, SentFile>();
  if (contentType.startsWith('application/json')) readJson(body, fields);
  else if (contentType.startsWith('multipart/form-data')) readMultipart(contentType, body, fields, files);
  else for (const [name, value] of new URLSearchParams(body.toString())) fields.set(name, value);
  return { fields, files };
}

function readJson(body: Buffer, fields: Map<string, string>): void {
  if (body.length === 0) return;
  const sent: unknown = parseOr(body.toString(), 'the request body is not JSON');
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('the request body is no object');
  for (const [name, value] of Object.entries(sent)) {
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

export function parseOr(json: string, sentence: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badRequest(sentence);
  }
}

/** RFC 7578. Parts lie between `CRLF--boundary` marks; the first mark may open the body without its CRLF. */
function readMultipart(
  contentType: string,
  body: Buffer,
  fields: Map<string, string>,
  files: Map<string, SentFile>,
): void {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType);
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`;
  if (mark === '--' || body.indexOf(mark) !== 0) throw badRequest('multipart without its boundary');
  let start = mark.length;
  while (body.subarray(start, start + 2).toString() === '\r\n') {
    const end = body.indexOf(`\r\n${mark}`, start);
    const headersEnd = body.indexOf('\r\n\r\n', start);
    if (end < 0 || headersEnd < 0 || headersEnd > end) throw badRequest('a multipart part does not end');
    const headers = body.subarray(start + 2, headersEnd).toString();
    const content = body.subarray(headersEnd + 4, end);
    const name = readAttribute(headers, 'name');
    const fileName = readAttribute(headers, 'filename');
    if (name === null) throw badRequest('a multipart part has no name');
    if (fileName === null) fields.set(name, content.toString());
    else files.set(name, { name: fileName, bytes: content });
    start = end + 2 + mark.length;
  }
  if (body.subarray(start, start + 2).toString() !== '--') throw badRequest('multipart without its end');
}

function readAttribute(headers: string, attribute: string): string | null {
  const found = new RegExp(`;\\s*${attribute}=(?:"([^"]*)"|([^;\\r\\n]*))`, 'i').exec(headers);
  return found?.[1] ?? found?.[2] ?? null;
}
