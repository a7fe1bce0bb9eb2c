import { hashText } from '../../random.ts'
import { composeTranscript } from '../../media/texts/composeTranscript.ts'
import { transcriptRecord, writeTranscript } from '../../media/texts/writeTranscript.ts'
import { includeTimes, inResponse, model, textField, VIDEO_FORMATS, webhookUrl } from '../fields.ts'
import type { Fields, Operation, Plan, PlanInput, StoredInput } from '../Operation.ts'
import { fieldLabel, type Rule } from '../rules.ts'

/** What differs between the kinds of transcription (service.md §Transcription, OCR and image tools). */
interface TranscriptionType {
  type: string
  encoding: Operation['encoding']
  /** Fields for the recording: a URL, a file, or either. */
  sources: Rule[]
  /** Type of `duration_seconds` in price requests, or null when the type doesn't accept it. */
  durationKind: 'integer' | 'number' | null
  /** With timestamps, the result is JSON with segments instead of lines. */
  hasSegments?: boolean
}

const urlField = (field: string): Rule => ({ field, kind: 'url' })
const audio: Rule = { field: 'audio', kind: 'audio', megabytes: 20, formats: ['aac', 'mp3', 'ogg', 'webm'] }
const video: Rule = { field: 'video', kind: 'video', megabytes: 50, formats: VIDEO_FORMATS }
const file: Rule = {
  field: 'source_file',
  kind: 'media',
  megabytes: 50,
  formats: ['aac', 'mp3', 'webm', ...VIDEO_FORMATS],
}

/** The five inference types that transcribe speech. */
export const transcriptions: Operation[] = [
  create({ type: 'vid2txt', encoding: 'json', sources: [urlField('video_url')], durationKind: null }),
  create({ type: 'aud2txt', encoding: 'json', sources: [urlField('audio_url')], durationKind: 'number' }),
  create({ type: 'videofile2txt', encoding: 'form', sources: [video], durationKind: 'integer' }),
  create({ type: 'audiofile2txt', encoding: 'form', sources: [audio], durationKind: 'integer' }),
  create({
    type: 'transcribe',
    encoding: 'either',
    sources: [urlField('source_url'), file],
    durationKind: 'number',
    hasSegments: true,
  }),
]

function create({
  type,
  encoding,
  sources,
  durationKind,
  hasSegments = false,
}: TranscriptionType): Operation {
  const durationRules: Rule[] = durationKind
    ? [{ field: 'duration_seconds', kind: durationKind, min: 0 }]
    : []
  const rules = [...sources, includeTimes, model]
  const names = sources.map(({ field }) => field)
  return {
    type,
    path: type,
    encoding,
    rules: [...rules, inResponse, webhookUrl],
    pricePath: `${type}/price-calculation`,
    priceRules: [...rules, ...durationRules],
    check: (fields, { slug }, inputs, flavour, purpose) => {
      // As specified, the duration is not a parameter of the job, so a price request can't have it.
      const durations = flavour === 'spec' ? [] : durationRules.map(({ field }) => field)
      const sources = sourcesIn([...names, ...durations], fields, inputs)
      const [first = ''] = names
      if (sources.length === 0)
        return { [first]: [missingMessage(first, names, purpose, durations.length > 0)] }
      if (sources.length > 1) {
        const [source = '', extra = ''] = sources
        return {
          [extra]: [`The ${fieldLabel(extra)} field is prohibited when ${fieldLabel(source)} is present.`],
        }
      }
      const withoutAudio = inputs.find(({ hasAudio }) => !hasAudio)
      if (withoutAudio) {
        return {
          [withoutAudio.field]: [`The ${fieldLabel(withoutAudio.field)} field must contain an audio stream.`],
        }
      }
      const tiktok = names.filter((field) => /\/\/([^/]*\.)?tiktok\.com/i.test(textField(fields, field)))
      const unsupported = slug.endsWith('-swift') ? [] : tiktok
      return Object.fromEntries(
        unsupported.map((field) => [field, ['This platform is not supported by the selected model.']]),
      )
    },
    plan: (input) => ({ ...planOf(input, names), record: hasSegments }),
    // Billed by started seconds, so that a duration in whole seconds has the same price as the file.
    units: (plan) => Math.ceil(Number(plan.seconds)),
    failureReason: ({ source }) => {
      if (!/^https?:/i.test(String(source))) return null
      if (/unreachable/i.test(String(source))) return 'SOURCE_DOWNLOAD_FAILED'
      return /private/i.test(String(source)) ? 'SOURCE_PRIVATE' : null
    },
    hasTextResult: true,
    hidesEarlyProgress: ({ source }) => /^https?:/i.test(String(source)),
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

function sourcesIn(names: string[], fields: Fields, inputs: StoredInput[]): string[] {
  return names.filter((name) => fields[name] !== undefined || inputs.some(({ field }) => field === name))
}

function missingMessage(
  first: string,
  names: string[],
  purpose: 'submit' | 'price',
  acceptsDuration: boolean,
): string {
  const others = [...names.slice(1), ...(purpose === 'price' && acceptsDuration ? ['duration_seconds'] : [])]
  if (others.length === 0) return `The ${fieldLabel(first)} field is required.`
  return `The ${fieldLabel(first)} field is required when none of ${others.map(fieldLabel).join(' / ')} are present.`
}

function planOf({ fields, inputs }: PlanInput, names: string[]): Plan {
  const [input] = inputs
  const url = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  const source = input ? input.id : (url ?? '')
  return {
    source,
    seconds: input?.seconds ?? (url === undefined ? Number(fields.duration_seconds) : durationAt(source)),
    times: isTrue(fields.include_ts),
    inline: isTrue(fields.return_result_in_response),
    silent: input?.isSilent ?? /silent/i.test(source),
  }
}

/** The duration of the recording at a URL, derived from the URL. */
function durationAt(url: string): number {
  return 40 + (hashText(url) % 560)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}
