/** The Messages API as Bedrock has it: the model in the address, a SigV4 signature or a bearer key, binary event frames. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { asAnthropic, type Dialect, editBody, refuse } from './dialect.ts';
import type { Refusal } from './request-rules.ts';
import { computeSignature, type SignedRequest } from './signature.ts';

const ADDRESS = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/;
const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=([A-Z0-9]{16,})\/(\d{8})\/([a-z0-9-]+)\/bedrock\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const VERSIONS = ['bedrock-2023-05-31', '2026-10-21'];

export interface BedrockOptions {
  readonly region: string;
  /** The access key id that is known. */
  readonly accessKeyId: string;
  /** Its secret: every signature is computed again with it. */
  readonly secretAccessKey: string;
}

export function createBedrockDialect(options: BedrockOptions): Dialect {
  return {
    open(incoming, raw, key) {
      const { headers, method, url } = incoming;
      const place = ADDRESS.exec(url ?? '');
      if (method !== 'POST' || place === null) return refuse(404, 'UnknownOperationException', '');
      const request = { method, url: url ?? '', headers, body: raw };
      const fault = findSignatureFault(headers.authorization ?? '', request, { ...options, key });
      if (fault !== null) return { ok: false, refusal: fault };
      const wrong = { field: '' };
      const body = editBody(raw, ({ anthropic_version: version, ...rest }) => {
        if (!VERSIONS.includes(String(version))) wrong.field = 'anthropic_version: Field required';
        for (const name of ['model', 'stream']) {
          if (name in rest) wrong.field = `${name}: Extra inputs are not permitted`;
        }
        const isStream = place[2] !== 'invoke';
        return { ...rest, model: decodeURIComponent(place[1] ?? ''), ...(isStream ? { stream: true } : {}) };
      });
      if (body === null || wrong.field !== '')
        return refuse(400, 'ValidationException', wrong.field === '' ? 'Malformed input request' : wrong.field);
      return { ok: true, headers: asAnthropic(headers, key), raw: body };
    },
    sendRefusal(response, { status, type, message }, headers) {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type, ...headers });
      response.end(JSON.stringify({ message }));
    },
    isBedrock: true,
    streamType: 'application/vnd.amazon.eventstream',
    encodeEvent: ({ type, fields }) => {
      const bytes = Buffer.from(JSON.stringify({ type, ...fields })).toString('base64');
      return encodeFrame({ ':event-type': 'chunk', ':message-type': 'event' }, { bytes, p: 'abcdefgh' });
    },
    encodeError: (type, message) => encodeFrame({ ':exception-type': type, ':message-type': 'exception' }, { message }),
  };
}

function findSignatureFault(
  authorization: string,
  request: SignedRequest,
  known: BedrockOptions & { readonly key: string },
): Refusal | null {
  if (authorization.startsWith('Bearer ')) {
    return authorization === `Bearer ${known.key}`
      ? null
      : { status: 403, type: 'AccessDeniedException', message: 'Authentication failed: the API key is not valid.' };
  }
  const signature = SIGNATURE.exec(authorization);
  if (signature === null)
    return { status: 403, type: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' };
  const [, id, day = '', region = '', signed = '', value] = signature;
  const { headers, body } = request;
  const date = String(headers['x-amz-date'] ?? '');
  const mismatch: Refusal = {
    status: 403,
    type: 'InvalidSignatureException',
    message: 'The request signature we calculated does not match the signature you provided.',
  };
  if (id !== known.accessKeyId) {
    return {
      status: 403,
      type: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    };
  }
  if (region !== known.region || !date.startsWith(`${day}T`)) return mismatch;
  if (!['host', 'x-amz-date'].every((name) => signed.split(';').includes(name))) return mismatch;
  const hash = headers['x-amz-content-sha256'];
  if (hash !== undefined && hash !== createHash('sha256').update(body).digest('hex')) return mismatch;
  const { secretAccessKey } = known;
  const signing = { secretAccessKey, day, region, service: 'bedrock', signedHeaders: signed.split(';') };
  return computeSignature(request, signing) === value ? null : mismatch;
}

/** application/vnd.amazon.eventstream: lengths, their CRC, headers, payload, the CRC of all. */
function encodeFrame(headers: Readonly<Record<string, string>>, payload: Readonly<Record<string, unknown>>): Buffer {
  const fields = Object.entries({ ...headers, ':content-type': 'application/json' }).map(([name, value]) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(value));
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
  });
  const head = Buffer.concat(fields);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  const front = Buffer.concat([prelude, checksum(prelude), head, body]);
  return Buffer.concat([front, checksum(front)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
