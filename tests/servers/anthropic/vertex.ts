/** The Messages API as Vertex AI has it: project, region and model in the address, a Google access token, server-sent events. */
import { ANTHROPIC_DIALECT, asAnthropic, type Dialect, editBody, refuse } from './dialect.ts';

const VERSIONS = ['vertex-2023-10-16', '2026-10-21'];

export interface VertexOptions {
  readonly projectId: string;
  readonly region: string;
  readonly accessToken: string;
}

/** Listens below `/v1`, as Google does. */
export function createVertexDialect({ projectId, region, accessToken }: VertexOptions): Dialect {
  const prefix = `/v1/projects/${projectId}/locations/${region}/publishers/anthropic/models/`;
  return {
    ...ANTHROPIC_DIALECT,
    open(incoming, raw, key) {
      const { headers, method, url = '' } = incoming;
      if (headers.authorization !== `Bearer ${accessToken}`)
        return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      const place = /^([^/:]+):(rawPredict|streamRawPredict)$/.exec(url.slice(prefix.length));
      if (method !== 'POST' || !url.startsWith(prefix) || place === null)
        return refuse(404, 'NOT_FOUND', `The requested URL ${url} was not found on this server.`);
      const wrong = { field: '' };
      const body = editBody(raw, ({ anthropic_version: version, ...rest }) => {
        if (!VERSIONS.includes(String(version))) wrong.field = 'anthropic_version: Field required';
        if ('model' in rest) wrong.field = 'model: Extra inputs are not permitted';
        if ((rest.stream === true) !== (place[2] === 'streamRawPredict'))
          wrong.field = 'stream: does not fit the method';
        return { ...rest, model: decodeURIComponent(place[1] ?? '') };
      });
      if (body === null || wrong.field !== '')
        return refuse(400, 'INVALID_ARGUMENT', wrong.field === '' ? 'Invalid JSON payload received.' : wrong.field);
      return { ok: true, headers: asAnthropic(headers, key), raw: body };
    },
    sendRefusal(response, { status, type, message }, headers) {
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
      response.end(JSON.stringify({ error: { code: status, message, status: type } }));
    },
  };
}
