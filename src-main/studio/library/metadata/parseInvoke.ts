import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../service/client/json.ts'
import { createFound, toInteger, toNumber, toTextEntry } from './found.ts'

/** Members that `values` has, and those that are graphs or repeat others. */
const READ: ReadonlySet<string> = new Set([
  'app_version',
  'positive_prompt',
  'negative_prompt',
  'width',
  'height',
  'seed',
  'steps',
  'cfg_scale',
  'model',
])

/** Parameters in the form of InvokeAI: `invokeai_metadata` since version 3. Null if it is another object. */
export function parseInvoke(json: unknown): FoundParameters | null {
  if (!isRecord(json) || typeof json['positive_prompt'] !== 'string') return null
  const { model, app_version: version } = json
  const name = isRecord(model) ? (model['name'] ?? model['model_name']) : null
  return createFound({
    form: 'invokeai',
    program: typeof version === 'string' ? `InvokeAI ${version}` : 'InvokeAI',
    model: typeof name === 'string' ? { slug: null, name } : null,
    values: {
      ...toTextEntry('prompt', json['positive_prompt']),
      ...toTextEntry('negative_prompt', json['negative_prompt']),
      ...toInteger('seed', json['seed']),
      ...toInteger('steps', json['steps']),
      ...toNumber('guidance', json['cfg_scale']),
      ...toInteger('width', json['width']),
      ...toInteger('height', json['height']),
    },
    others: Object.entries(json).flatMap(([key, value]) =>
      !READ.has(key) && (typeof value === 'string' || typeof value === 'number')
        ? [{ name: key.replaceAll('_', ' '), value: String(value) }]
        : [],
    ),
  })
}
