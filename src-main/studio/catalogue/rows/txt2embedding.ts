import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'

/** Text to embedding (service.md §Embeddings) of one text or a list. Limits are in tokens, which only the service can count. */
export const txt2embedding: Operation = {
  id: 'txt2embedding',
  types: ['txt2embedding'],
  name: 'Text to embedding',
  group: 'text',
  output: ['embedding'],
  viewer: 'embedding',
  path: 'txt2embedding',
  encoding: 'json',
  price: { path: 'txt2embedding/price-calculation', encoding: 'json' },
  title: 'input',
  example: 'Fishing boats drawn up on a shingle beach at first light',
  fixedParameters: { return_result_in_response: true },
  fields: [
    {
      kind: 'text',
      name: 'input',
      label: 'Text',
      section: 'main',
      required: true,
      priced: true,
      multiline: true,
      acceptsText: true,
      counter: true,
      several: 2048,
      tokens: { each: 'max_input_tokens', total: 'max_total_tokens' },
      placeholder: 'Text to embed',
    },
    sharedRows.webhook,
  ],
}
