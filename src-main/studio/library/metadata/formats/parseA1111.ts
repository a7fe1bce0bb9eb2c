import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { parseJson } from '../../../service/http/json.ts'
import { lorasInText } from '../comfy/readLoras.ts'
import { createFoundParameters, type Field } from '../foundParameters.ts'

const MAX_FIELDS = 400
const MAX_NAME_LENGTH = 60
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ ()/.+-]*$/u

/** The names of the fields that Easel uses, also in translations of the web UI. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Steps: [
      '步数',
      '迭代步数',
      '采样步数',
      '采样迭代步数',
      'ステップ',
      'ステップ数',
      'サンプリングステップ数',
    ],
    Sampler: ['采样', '采样器', '采样方法', 'サンプラー', 'サンプリング方法'],
    'CFG scale': [
      'CFG',
      'CFG Scale',
      'cfg_scale',
      '提示词引导系数',
      '提示词相关性',
      '引导系数',
      'CFGスケール',
      'CFG スケール',
    ],
    Seed: ['seed', '种子', '随机种子', '随机数种子', 'シード', 'シード値'],
    Size: ['size', '尺寸', '大小', '分辨率', 'サイズ', '解像度'],
    Model: ['模型', 'モデル'],
  }).flatMap(([name, aliases]) => aliases.map((alias) => [alias, name])),
)
const NEGATIVE = /^(?:Negative prompt|反向提示词|负面提示词|负向提示词|ネガティブプロンプト)[:：]/
/** Fields that other programs don't write by chance: two of them, one of which is of the first kind, mark the line of fields. */
const MAIN_MARKS: ReadonlySet<string> = new Set(['Steps', 'Seed'])
const MARKS: ReadonlySet<string> = new Set([
  ...MAIN_MARKS,
  'Sampler',
  'CFG scale',
  'Size',
  'Model',
  'Model hash',
  'Task',
])
/** Programs that name themselves as the version. */
const OWN_PROGRAMS = /^(?:Easel|ComfyUI|Fooocus)/
/** What extensions write below the line of fields. */
const BELOW = /^(?:Template|Negative Template|Civitai [a-z]{1,20}|Wildcard prompt):/i
/** Lines that are searched for the fields, from the last one. */
const MAX_BELOW = 200

/**
 * Parses parameters in the format of the AUTOMATIC1111 web UI: the prompt, the negative prompt, and a last line of
 * fields. Many programs write it, including Easel. Null if the text has no such line.
 */
export function parseA1111(text: string): FoundParameters | null {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n')
  const at = findLine(lines)
  const fields = at === -1 ? null : parseFields(lines[at] ?? '')
  if (!fields) return null
  const before = lines.slice(0, at)
  const negativeAt = before.findIndex((line) => NEGATIVE.test(line))
  const prompt = before.slice(0, negativeAt === -1 ? before.length : negativeAt).join('\n')
  const negative = negativeAt === -1 ? '' : before.slice(negativeAt).join('\n').replace(NEGATIVE, '')
  return fromFields(prompt.trim(), negative.trim(), [...fields, ...parseBelow(lines.slice(at + 1))])
}

/** The line of fields: the last one, or one above what extensions write; -1 if there is none. */
function findLine(lines: readonly string[]): number {
  let below = lines.length - 1
  if (isFieldLine(lines[below] ?? '')) return below
  for (; below > 0 && lines.length - below < MAX_BELOW; below--)
    if (BELOW.test(lines[below] ?? '') && isFieldLine(lines[below - 1] ?? '')) return below - 1
  return -1
}

function isFieldLine(line: string): boolean {
  const fields = parseFields(line) ?? []
  if (fields.some(({ name, value }) => name === 'Version' && OWN_PROGRAMS.test(value))) return true
  const names = new Set(fields.map(({ name }) => toKnown(name)))
  const marks = [...MARKS].filter((mark) => names.has(mark))
  return marks.length >= 2 && marks.some((mark) => MAIN_MARKS.has(mark))
}

/** What extensions write below the fields: a name, and a text of one or more lines. */
function parseBelow(lines: readonly string[]): Field[] {
  const fields: Field[] = []
  for (const line of lines) {
    const last = fields.at(-1)
    if (BELOW.test(line) || !last) {
      const colon = line.indexOf(':')
      fields.push({ name: line.slice(0, colon), value: line.slice(colon + 1).trim() })
    } else last.value += `\n${line}`
  }
  return fields
}

const toKnown = (name: string): string => ALIASES.get(name) ?? name

function fromFields(prompt: string, negative: string, fields: readonly Field[]): FoundParameters {
  const used = new Set<Field>()
  const take = (name: string): string | undefined => {
    const field = fields.find((candidate) => toKnown(candidate.name) === name)
    if (field) used.add(field)
    return field?.value
  }
  const size = take('Size')
  const [, width, height] = /^\(?(\d+) ?[x×,*] ?(\d+)\)?$/.exec(size ?? '') ?? []
  const version = take('Version')
  const model = take('Model')
  const program = version === undefined ? null : OWN_PROGRAMS.test(version) ? version : `Web UI ${version}`
  return createFoundParameters({
    form: 'a1111',
    program,
    model: model === undefined ? null : { slug: null, name: model },
    members: [
      { entry: 'prompt', label: 'Prompt', value: prompt, as: 'text' },
      { entry: 'negative_prompt', label: 'Negative prompt', value: negative, as: 'text' },
      { entry: 'steps', label: 'Steps', value: take('Steps'), as: 'integer' },
      { entry: 'seed', label: 'Seed', value: take('Seed'), as: 'integer' },
      { entry: 'guidance', label: 'CFG scale', value: take('CFG scale'), as: 'number' },
      { entry: 'width', label: 'Size', value: width ?? size, as: 'integer' },
      { entry: 'height', label: 'Height', value: height, as: 'integer' },
    ],
    loras: lorasInText(prompt),
    others: fields.filter((field) => !used.has(field)),
  })
}

/**
 * Splits `Name: value, Name: "quoted, value"`. Other pieces between commas are left out, because values of extensions
 * may contain commas. Null if there are too many fields.
 */
function parseFields(line: string): Field[] | null {
  const fields: Field[] = []
  // The wide colon is that of Chinese and Japanese texts.
  const colons = line.matchAll(/[:：]/g)
  let colon = -1
  for (let at = 0; at < line.length;) {
    while (colon < at) {
      const next = colons.next()
      if (next.done) return fields
      colon = next.value.index
    }
    const name = colon - at > MAX_NAME_LENGTH ? '' : line.slice(at, colon).trim()
    if (!NAME.test(name)) {
      at = findEnd(line, at) + 1
      continue
    }
    if (fields.length === MAX_FIELDS) return null
    const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
    const end = findValueEnd(line, start)
    const raw = line.slice(start, end)
    const unquoted: unknown = raw.startsWith('"') ? parseJson(raw) : raw
    fields.push({ name, value: typeof unquoted === 'string' ? unquoted.trim() : raw })
    at = end + 1
  }
  return fields
}

const findEnd = (line: string, from: number): number => {
  const comma = line.indexOf(',', from)
  return comma === -1 ? line.length : comma
}

/** Where a value ends. A quoted text, a list or an object may contain commas; it ends before a comma or with the line. */
function findValueEnd(line: string, start: number): number {
  const first = line[start]
  if (first !== '"' && first !== '[' && first !== '{') return findEnd(line, start)
  const end = first === '"' ? findQuoteEnd(line, start) : findBracketEnd(line, start)
  return end === line.length || line[end] === ',' ? end : findEnd(line, start)
}

/** The position after the closing quote; -1 if there is none. */
function findQuoteEnd(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') return at + 1
  }
  return -1
}

/** Longer lists in a value end at their first comma. */
const MAX_LIST_LENGTH = 20_000

/** The position after the bracket that closes the first one; -1 if there is none. */
function findBracketEnd(line: string, from: number): number {
  let depth = 0
  for (let at = from; at < Math.min(line.length, from + MAX_LIST_LENGTH); at++) {
    const character = line[at]
    if (character === '"') {
      const end = findQuoteEnd(line, at)
      if (end === -1) return -1
      at = end - 1
    } else if (character === '[' || character === '{') depth++
    else if ((character === ']' || character === '}') && --depth === 0) return at + 1
  }
  return -1
}
