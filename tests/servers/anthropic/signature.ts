/** AWS Signature Version 4 as its server computes it: canonical request, string to sign, derived key (docs.aws.amazon.com, IAM, "Create a signed request"). */
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export interface Signing {
  readonly secretAccessKey: string;
  /** `20261121`. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** Names of the headers that are signed, in order. */
  readonly signedHeaders: readonly string[];
}

/** 64 hex digits. */
export function computeSignature(request: SignedRequest, signing: Signing): string {
  const { day, region, service, secretAccessKey } = signing;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    headerOf(request, 'x-amz-date'),
    scope,
    sha256(canonicalRequest(request, signing)),
  ].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (derived, part) => createHmac('sha256', derived).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

function canonicalRequest(request: SignedRequest, { signedHeaders }: Signing): string {
  const [path = '', query = ''] = request.url.split('?');
  const headers = signedHeaders.map((name) => `${name}:${headerOf(request, name)}\n`).join('');
  return [
    request.method,
    // Every service but S3 encodes the path once more than it came.
    path.split('/').map(encode).join('/'),
    query.split('&').toSorted().join('&'),
    headers,
    signedHeaders.join(';'),
    sha256(request.body),
  ].join('\n');
}

function headerOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : (value ?? []).join(',')).trim().replace(/ +/g, ' ');
}

/** RFC 3986: everything but unreserved characters. */
function encode(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
