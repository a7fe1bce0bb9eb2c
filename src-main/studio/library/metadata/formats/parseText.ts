import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { isRecord } from '../../../service/http/json.ts'
import { parseComfy, parseWorkflow } from '../comfy/parseComfy.ts'
import { parseExactJson } from './exactJson.ts'
import { parseA1111 } from './parseA1111.ts'
import { parseEasel } from './parseEasel.ts'
import { parseFooocus } from './parseFooocus.ts'
import { parseDream, parseInvoke } from './parseInvoke.ts'
import { parseNovelAi } from './parseNovelAi.ts'
import { parseSwarm } from './parseSwarm.ts'

/** The graphs that ComfyUI writes: the one that it executed, and the one that is drawn. */
type GraphKind = 'prompt' | 'workflow'

/**
 * Parses a text by its content, because programs use the same names for different formats. Null if it has no
 * parameters. With `workflow`, only a drawn graph counts.
 */
export function parseText(text: string, graph: GraphKind): FoundParameters | null {
  // ComfyUI writes `prompt:{…}` where a tag has no name.
  const start = text.search(/[[{]/)
  const isJson = start === 0 || (start > 0 && start < 12 && /^(prompt|workflow):/i.test(text))
  const json = isJson ? parseExactJson(text.slice(start)) : undefined
  if (graph === 'workflow') return parseDrawn(json)
  // A prompt can begin with a bracket, too.
  if (json === undefined) return parseA1111(text) ?? parseDream(text)
  return (
    parseEasel(json, null) ??
    parseInvoke(json) ??
    parseSwarm(json) ??
    parseFooocus(json) ??
    (isRecord(json) ? parseNovelAi(json) : null) ??
    parseComfy(json) ??
    parseWrapped(json)
  )
}

/** Video nodes of ComfyUI write both graphs as one object, in which each may be a string. */
const unwrap = (json: unknown, name: GraphKind): unknown => {
  const graph = isRecord(json) ? json[name] : undefined
  return typeof graph === 'string' ? parseExactJson(graph) : graph
}

const parseWrapped = (json: unknown): FoundParameters | null => parseComfy(unwrap(json, 'prompt'))

const parseDrawn = (json: unknown): FoundParameters | null =>
  parseWorkflow(json) ?? parseWorkflow(unwrap(json, 'workflow'))
