import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../service/client/json.ts'
import { createFoundParameters, toIntegerEntry, toNumberEntry, toTextEntry } from './foundParameters.ts'

/** Members that have a counterpart in Easel's forms or name the program. The others are only shown. */
const USED_MEMBERS: ReadonlySet<string> = new Set([
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

/** Parses parameters in the format of InvokeAI: `invokeai_metadata` since version 3. Null for any other value. */
export function parseInvoke(json: unknown): FoundParameters | null {
  if (!isRecord(json) || typeof json['positive_prompt'] !== 'string') return null
  const { model, app_version: version } = json
  const name = isRecord(model) ? (model['name'] ?? model['model_name']) : null
  return createFoundParameters({
    form: 'invokeai',
    program: typeof version === 'string' ? `InvokeAI ${version}` : 'InvokeAI',
    model: typeof name === 'string' ? { slug: null, name } : null,
    values: {
      ...toTextEntry('prompt', json['positive_prompt']),
      ...toTextEntry('negative_prompt', json['negative_prompt']),
      ...toIntegerEntry('seed', json['seed']),
      ...toIntegerEntry('steps', json['steps']),
      ...toNumberEntry('guidance', json['cfg_scale']),
      ...toIntegerEntry('width', json['width']),
      ...toIntegerEntry('height', json['height']),
    },
    others: Object.entries(json).flatMap(([key, value]) =>
      !USED_MEMBERS.has(key) && (typeof value === 'string' || typeof value === 'number')
        ? [{ name: key.replaceAll('_', ' '), value: String(value) }]
        : [],
    ),
  })
}
