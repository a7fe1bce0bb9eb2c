import { hashText } from '../random.ts'
import { composeTranscript, writeTranscriptJson, writeTranscript } from '../media/transcript.ts'
import { includeTimestamps, returnInResponse, model, readText, VIDEO_FORMATS, webhookUrl } from './fields.ts'
import {
  type Fields,
  type Operation,
  type Plan,
  type PlanInput,
  type StoredInput,
  fieldLabel,
  type Rule,
} from './Operation.ts'

/** What differs between the kinds of transcription (service.md §Transcription, OCR and image tools). */
interface TranscriptionType {
  type: string
  encoding: Operation['encoding']
  /** Fields for the recording: a URL, a file, or either. */
  sources: Rule[]
  /** Type of `duration_seconds` in price requests, or null when the type doesn't accept it. */
  durationKind: 'integer' | 'number' | null
  /** Whether a result with timestamps is JSON with segments instead of lines of text. */
  hasSegments?: boolean
}

const urlRule = (field: string): Rule => ({ field, kind: 'url' })
const audio: Rule = {
  field: 'audio',
  kind: 'audio',
  maxMegabytes: 20,
  formats: ['aac', 'mp3', 'ogg', 'webm'],
}
const video: Rule = { field: 'video', kind: 'video', maxMegabytes: 50, formats: VIDEO_FORMATS }
const file: Rule = {
  field: 'source_file',
  kind: 'media',
  maxMegabytes: 50,
  formats: ['aac', 'mp3', 'webm', ...VIDEO_FORMATS],
}

/** The five inference types that transcribe speech. */
export const transcriptions: Operation[] = [
  createTranscription({
    type: 'vid2txt',
    encoding: 'json',
    sources: [urlRule('video_url')],
    durationKind: null,
  }),
  createTranscription({
    type: 'aud2txt',
    encoding: 'json',
    sources: [urlRule('audio_url')],
    durationKind: 'number',
  }),
  createTranscription({ type: 'videofile2txt', encoding: 'form', sources: [video], durationKind: 'integer' }),
  createTranscription({ type: 'audiofile2txt', encoding: 'form', sources: [audio], durationKind: 'integer' }),
  createTranscription({
    type: 'transcribe',
    encoding: 'either',
    sources: [urlRule('source_url'), file],
    durationKind: 'number',
    hasSegments: true,
  }),
]

function createTranscription({
  type,
  encoding,
  sources,
  durationKind,
  hasSegments = false,
}: TranscriptionType): Operation {
  const durationRules: Rule[] = durationKind
    ? [{ field: 'duration_seconds', kind: durationKind, min: 0 }]
    : []
  const rules = [...sources, includeTimestamps, model]
  const names = sources.map(({ field }) => field)
  return {
    type,
    path: type,
    encoding,
    rules: [...rules, returnInResponse, webhookUrl],
    pricePath: `${type}/price-calculation`,
    priceRules: [...rules, ...durationRules],
    check: (fields, { slug }, inputs, flavour, purpose) => {
      // As specified, the duration is not a parameter of the job, so a price request can't have it.
      const durations = flavour === 'spec' ? [] : durationRules.map(({ field }) => field)
      const sources = findPresentFields([...names, ...durations], fields, inputs)
      const [first = ''] = names
      if (sources.length === 0)
        return { [first]: [missingSourceMessage(first, names, purpose, durations.length > 0)] }
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
      const tiktok = names.filter((field) => /\/\/([^/]*\.)?tiktok\.com/i.test(readText(fields, field)))
      const unsupported = slug.endsWith('-swift') ? [] : tiktok
      return Object.fromEntries(
        unsupported.map((field) => [field, ['This platform is not supported by the selected model.']]),
      )
    },
    // `record`: with timestamps, the result is JSON with segments.
    plan: (input) => ({ ...planTranscription(input, names), record: hasSegments }),
    // Billed by started seconds, so that a duration in whole seconds has the same price as the file.
    countUnits: (plan) => Math.ceil(Number(plan.seconds)),
    findFailureReason: ({ source }) => {
      if (!/^https?:/i.test(String(source))) return null
      if (/unreachable/i.test(String(source))) return 'SOURCE_DOWNLOAD_FAILED'
      return /private/i.test(String(source)) ? 'SOURCE_PRIVATE' : null
    },
    hasTextResult: true,
    isEarlyProgressHidden: ({ source }) => /^https?:/i.test(String(source)),
    formats: (plan) => ({
      main: plan.record === true && plan.times === true ? 'json' : 'txt',
      alternatives: [],
    }),
    generate: async (plan, format) => {
      const seconds = Number(plan.seconds)
      const segments = plan.silent === true ? [] : composeTranscript(String(plan.source), seconds)
      if (format === 'json') {
        return { bytes: Buffer.from(writeTranscriptJson(segments, seconds)), mime: 'application/json' }
      }
      const text = writeTranscript(segments, plan.times === true)
      return { bytes: Buffer.from(text), mime: 'text/plain; charset=utf-8' }
    },
  }
}

function findPresentFields(names: string[], fields: Fields, inputs: StoredInput[]): string[] {
  return names.filter((name) => fields[name] !== undefined || inputs.some(({ field }) => field === name))
}

function missingSourceMessage(
  first: string,
  names: string[],
  purpose: 'submit' | 'price',
  acceptsDuration: boolean,
): string {
  const others = [...names.slice(1), ...(purpose === 'price' && acceptsDuration ? ['duration_seconds'] : [])]
  if (others.length === 0) return `The ${fieldLabel(first)} field is required.`
  return `The ${fieldLabel(first)} field is required when none of ${others.map(fieldLabel).join(' / ')} are present.`
}

function planTranscription({ fields, inputs }: PlanInput, names: string[]): Plan {
  const [input] = inputs
  const url = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  const source = input ? input.id : (url ?? '')
  return {
    source,
    seconds: input?.seconds ?? (url === undefined ? Number(fields.duration_seconds) : deriveDuration(source)),
    times: isTrue(fields.include_ts),
    inline: isTrue(fields.return_result_in_response),
    silent: input?.isSilent ?? /silent/i.test(source),
  }
}

/** The duration of the recording at a URL, derived from the URL. */
function deriveDuration(url: string): number {
  return 40 + (hashText(url) % 560)
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1
}
