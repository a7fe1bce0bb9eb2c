import { hashText } from '../random.ts'
import { composeTranscript } from '../texts/composeTranscript.ts'
import { transcriptRecord, writeTranscript } from '../texts/writeTranscript.ts'
import { includeTimes, inResponse, model, VIDEO_FILES, webhookUrl } from './fields.ts'
import type { Fields, Operation, Plan, PlanInput, StoredInput } from './Operation.ts'
import type { Rule } from './rules.ts'
import { textField } from './textField.ts'

/** How the kinds of transcription differ (facts.md §1.6). */
interface Kind {
  type: string
  encoding: Operation['encoding']
  /** Where the recording is: an address, a file, or either. */
  sources: Rule[]
  /** Whether a price can be had from `duration_seconds`. */
  length: 'integer' | 'number' | null
  /** Gives JSON with segments when times are wanted, rather than lines. */
  record?: boolean
}

const url = (field: string): Rule => ({ field, kind: 'url' })
const audio: Rule = { field: 'audio', kind: 'audio', megabytes: 20, formats: ['aac', 'mp3', 'ogg', 'webm'] }
const video: Rule = { field: 'video', kind: 'video', megabytes: 50, formats: VIDEO_FILES }
const file: Rule = {
  field: 'source_file',
  kind: 'media',
  megabytes: 50,
  formats: ['aac', 'mp3', 'webm', ...VIDEO_FILES],
}

/** The five ways to have speech written down. */
export const transcriptions: Operation[] = [
  create({ type: 'vid2txt', encoding: 'json', sources: [url('video_url')], length: null }),
  create({ type: 'aud2txt', encoding: 'json', sources: [url('audio_url')], length: 'number' }),
  create({ type: 'videofile2txt', encoding: 'form', sources: [video], length: 'integer' }),
  create({ type: 'audiofile2txt', encoding: 'form', sources: [audio], length: 'integer' }),
  create({
    type: 'transcribe',
    encoding: 'either',
    sources: [url('source_url'), file],
    length: 'number',
    record: true,
  }),
]

function create({ type, encoding, sources, length, record = false }: Kind): Operation {
  const lengthRules: Rule[] = length ? [{ field: 'duration_seconds', kind: length, min: 0 }] : []
  const rules = [...sources, includeTimes, model]
  const names = sources.map(({ field }) => field)
  return {
    type,
    path: type,
    encoding,
    rules: [...rules, inResponse, webhookUrl],
    pricePath: `${type}/price-calculation`,
    priceRules: [...rules, ...lengthRules],
    check: (fields, { slug }, inputs, flavour, purpose) => {
      // As specified a length is no parameter of the job, and says nothing of its price.
      const lengths = flavour === 'spec' ? [] : lengthRules.map(({ field }) => field)
      const given = givenSources([...names, ...lengths], fields, inputs)
      const [first = ''] = names
      if (given.length === 0)
        return { [first]: [missing(first, names, purpose, lengths.length > 0 ? length : null)] }
      if (given.length > 1) {
        const [one = '', other = ''] = given
        return { [other]: [`The ${words(other)} field is prohibited when ${words(one)} is present.`] }
      }
      const silentFilm = inputs.find(({ sound }) => !sound)
      if (silentFilm) {
        return { [silentFilm.field]: [`The ${words(silentFilm.field)} field must contain an audio stream.`] }
      }
      const tiktok = names.filter((field) => /\/\/([^/]*\.)?tiktok\.com/i.test(textField(fields, field)))
      const refused = slug.endsWith('-swift') ? [] : tiktok
      return Object.fromEntries(
        refused.map((field) => [field, ['This platform is not supported by the selected model.']]),
      )
    },
    plan: (input) => ({ ...planOf(input, names), record }),
    // Billed by the second begun, so that a length in whole seconds gives the same price as its file.
    units: (plan) => Math.ceil(Number(plan.seconds)),
    fails: ({ source }) => {
      if (!/^https?:/i.test(String(source))) return null
      if (/unreachable/i.test(String(source))) return 'SOURCE_DOWNLOAD_FAILED'
      return /private/i.test(String(source)) ? 'SOURCE_PRIVATE' : null
    },
    analysis: true,
    leaps: ({ source }) => /^https?:/i.test(String(source)),
    formats: (plan) => ({
      main: plan.record === true && plan.times === true ? 'json' : 'txt',
      alternatives: [],
    }),
    make: async (plan, format) => {
      const seconds = Number(plan.seconds)
      const segments = plan.silent === true ? [] : composeTranscript(String(plan.source), seconds)
      if (format === 'json') {
        return { bytes: Buffer.from(transcriptRecord(segments, seconds)), mime: 'application/json' }
      }
      const text = writeTranscript(segments, plan.times === true)
      return { bytes: Buffer.from(text), mime: 'text/plain; charset=utf-8' }
    },
  }
}

function givenSources(names: string[], fields: Fields, inputs: StoredInput[]): string[] {
  return names.filter((name) => fields[name] !== undefined || inputs.some(({ field }) => field === name))
}

function missing(first: string, names: string[], purpose: 'submit' | 'price', length: string | null): string {
  const others = [...names.slice(1), ...(purpose === 'price' && length ? ['duration_seconds'] : [])]
  if (others.length === 0) return `The ${words(first)} field is required.`
  return `The ${words(first)} field is required when none of ${others.map(words).join(' / ')} are present.`
}

function planOf({ fields, inputs }: PlanInput, names: string[]): Plan {
  const [input] = inputs
  const address = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  const source = input ? input.id : (address ?? '')
  return {
    source,
    seconds: input?.seconds ?? (address === undefined ? Number(fields.duration_seconds) : lengthAt(source)),
    times: isTrue(fields.include_ts),
    inline: isTrue(fields.return_result_in_response),
    silent: input?.silent ?? /silent/i.test(source),
  }
}

/** How long a recording at an address is: decided by the address. */
function lengthAt(address: string): number {
  return 40 + (hashText(address) % 560)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}

function words(field: string): string {
  return field.replaceAll('_', ' ')
}
