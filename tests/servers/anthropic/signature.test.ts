/** The strict server's signature against AWS's own published example. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeSignature } from './signature.ts';

test('the signature of the documentation’s example request', () => {
  const signature = computeSignature(
    {
      method: 'GET',
      url: '/?Action=ListUsers&Version=2010-05-08',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        host: 'iam.amazonaws.com',
        'x-amz-date': '20150830T123600Z',
      },
      body: Buffer.alloc(0),
    },
    {
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      day: '20150830',
      region: 'us-east-1',
      service: 'iam',
      signedHeaders: ['content-type', 'host', 'x-amz-date'],
    },
  );
  assert.equal(signature, '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7');
});
