import * as fs from 'node:fs';
import { allCalls } from '@sandali/contract/all.ts';
import { expect, test } from 'vitest';
import { openapiFile, openapiText } from './openapi.ts';

test('docs/integrators/openapi.json is up to date (npm run openapi writes it)', () => {
  expect(fs.readFileSync(openapiFile, 'utf8') === openapiText()).toBe(true);
});

test('the OpenAPI document describes every call with its input and refusals', () => {
  const { paths } = JSON.parse(openapiText());
  for (const call of allCalls) {
    const { post } = paths[`/galaxy${call.path}`];
    expect(post.requestBody.content['application/json'].schema, call.path).toBeTypeOf('object');
    expect(post.responses['200']['x-refusals'], call.path).toEqual([...call.refusals]);
  }
});
