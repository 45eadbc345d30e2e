// Writes docs/integrators/openapi.json from the contract; a test fails if the file is stale.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { allCalls } from '@sandali/contract/all.ts';
import type { AnyCall } from '@sandali/contract/call.ts';
import { codes, commonRefusals, successCode } from '@sandali/contract/codes.ts';
import { toJsonSchema } from '@valibot/to-json-schema';

export const openapiFile = path.join(import.meta.dirname, '../docs/integrators/openapi.json');

/**
 * Returns the OpenAPI 3.1 document for all calls, with a final newline. The document describes the
 * bodies inside the envelope (docs/integrators/protocol.md).
 */
export function openapiText(): string {
  const built = allCalls.map((call) => [`/galaxy${call.path}`, { post: operation(call) }] as const);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Sandali',
      version: '1',
      description:
        'All calls are POST. Bodies and answers travel inside the envelope of docs/integrators/protocol.md; this document describes their contents.',
    },
    paths: Object.fromEntries(built),
    'x-codes': { success: successCode, ...codes },
    'x-common-refusals': commonRefusals,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function operation(call: AnyCall) {
  return {
    operationId: idOf(call.path),
    'x-who': call.who,
    'x-kind': call.kind,
    'x-body-limit-bytes': call.bodyLimitBytes,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(call.request) } },
    },
    responses: responses(schemaOf(call.data), call.refusals),
  };
}

function responses(data: object, refusals: readonly string[]) {
  const schema = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'string' }, message: { type: 'string' }, data },
  };
  return {
    '200': {
      description: 'The answer; a code other than 0000 is a refusal.',
      content: { 'application/json': { schema } },
      'x-refusals': refusals,
    },
  };
}

/** Converts a schema to JSON Schema. Omits checks that JSON Schema cannot express. */
function schemaOf(schema: AnyCall['request']): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return rest;
}

const idOf = (callPath: string) => callPath.slice(1).replaceAll('/', '.');

if (import.meta.main) fs.writeFileSync(openapiFile, openapiText());
