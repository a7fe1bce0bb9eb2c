import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

const { source, timestamps, webhook } = sharedRows
const { audio, video } = fileRows

/** Video URL to text (service.md §Transcription, OCR and image tools). */
export const vid2txt: Operation = {
  id: 'vid2txt',
  inferenceTypes: ['vid2txt', 'video2text'],
  name: 'Video URL to text',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'transcript',
  path: 'vid2txt',
  encoding: 'json',
  price: { path: 'vid2txt/price-calculation', encoding: 'json' },
  titleField: 'video_url',
  fixedParameters: { return_result_in_response: true },
  fields: [
    { ...source, name: 'video_url', help: 'A YouTube, X, Twitch, Kick or TikTok URL.' },
    timestamps,
    webhook,
  ],
}

/** Audio URL to text (service.md §Transcription, OCR and image tools). */
export const aud2txt: Operation = {
  id: 'aud2txt',
  inferenceTypes: ['aud2txt', 'audio2text'],
  name: 'Audio URL to text',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'transcript',
  path: 'aud2txt',
  encoding: 'json',
  price: { path: 'aud2txt/price-calculation', encoding: 'json' },
  titleField: 'audio_url',
  fixedParameters: { return_result_in_response: true },
  fields: [
    { ...source, name: 'audio_url', help: 'The URL of an X Space that has ended.' },
    timestamps,
    webhook,
  ],
}

/** Video file to text (service.md §Transcription, OCR and image tools): priced by duration, without an upload. */
export const videofile2txt: Operation = {
  id: 'videofile2txt',
  inferenceTypes: ['videofile2txt', 'video_file2text'],
  name: 'Video file to text',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'transcript',
  path: 'videofile2txt',
  encoding: 'multipart',
  price: { path: 'videofile2txt/price-calculation', encoding: 'multipart' },
  titleField: 'video',
  fixedParameters: { return_result_in_response: true },
  fields: [
    { ...fileRows.video, priced: true, measurementParameters: { wholeSeconds: 'duration_seconds' } },
    timestamps,
    webhook,
  ],
}

/** Audio file to text (service.md §Transcription, OCR and image tools): priced by duration, without an upload. */
export const audiofile2txt: Operation = {
  id: 'audiofile2txt',
  inferenceTypes: ['audiofile2txt', 'audio_file2text'],
  name: 'Audio file to text',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'transcript',
  path: 'audiofile2txt',
  encoding: 'multipart',
  price: { path: 'audiofile2txt/price-calculation', encoding: 'multipart' },
  titleField: 'audio',
  fixedParameters: { return_result_in_response: true },
  fields: [
    { ...fileRows.audio, priced: true, measurementParameters: { wholeSeconds: 'duration_seconds' } },
    timestamps,
    webhook,
  ],
}

const oneOfSources = { required: false, oneOf: 'source' } as const

/**
 * Unified transcription of any source (service.md §Transcription, OCR and image tools). The live service lists no model for it, so it
 * uses the models of the other transcriptions.
 */
export const transcribe: Operation = {
  id: 'transcribe',
  inferenceTypes: ['transcribe'],
  otherModelTypes: [audiofile2txt, aud2txt, videofile2txt, vid2txt].flatMap(
    ({ inferenceTypes }) => inferenceTypes,
  ),
  name: 'Transcribe',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'transcript',
  path: 'transcribe',
  encoding: 'json-unless-file',
  price: {
    path: 'transcribe/price-calculation',
    encoding: 'multipart',
  },
  titleField: 'source_url',
  fixedParameters: { return_result_in_response: true },
  fields: [
    {
      ...video,
      ...oneOfSources,
      name: 'source_file',
      label: 'File',
      media: ['audio', 'video'],
      formats: [...new Set([...audio.formats, ...video.formats])],
      measurementParameters: { wholeSeconds: 'duration_seconds' },
    },
    { ...source, ...oneOfSources },
    timestamps,
    webhook,
  ],
}

/** The sites whose videos `vid2txt` reads (service.md §Transcription, OCR and image tools). */
const VIDEO_SITES = ['youtube.com', 'youtu.be', 'x.com', 'twitter.com', 'twitch.tv', 'kick.com', 'tiktok.com']

/** All transcriptions as one task: runs as the operation that fits the input if the model offers it, otherwise as `transcribe`. */
export const transcription: Operation = {
  ...transcribe,
  id: 'transcription',
  inferenceTypes: [],
  otherModelTypes: [...transcribe.inferenceTypes, ...(transcribe.otherModelTypes ?? [])],
  routes: [
    { operation: audiofile2txt.id, input: { field: 'source_file', as: 'audio' }, media: 'audio' },
    { operation: videofile2txt.id, input: { field: 'source_file', as: 'video' }, media: 'video' },
    {
      operation: aud2txt.id,
      input: { field: 'source_url', as: 'audio_url' },
      hosts: ['x.com', 'twitter.com'],
      pathPrefix: '/i/spaces/',
    },
    { operation: vid2txt.id, input: { field: 'source_url', as: 'video_url' }, hosts: VIDEO_SITES },
    { operation: transcribe.id, input: { field: 'source_url', as: 'source_url' } },
  ],
}

/** Image to text (service.md §Transcription, OCR and image tools): the price depends on the number of pixels. */
export const img2txt: Operation = {
  id: 'img2txt',
  inferenceTypes: ['img2txt'],
  name: 'Image to text (OCR)',
  group: 'text',
  outputKinds: ['text'],
  viewer: 'ocr',
  path: 'img2txt',
  encoding: 'multipart',
  price: { path: 'img2txt/price-calculation', encoding: 'multipart' },
  titleField: 'image',
  fixedParameters: { return_result_in_response: true },
  fields: [
    fileRows.measuredImage,
    {
      kind: 'text',
      name: 'language',
      label: 'Language',
      section: 'advanced',
      required: false,
      priced: false,
      multiline: false,
      placeholder: 'en',
    },
    {
      kind: 'choice',
      name: 'result_format',
      label: 'Result format',
      section: 'advanced',
      required: false,
      priced: false,
      wire: { result_format: 'format' },
      options: [
        { value: 'text', label: 'Text' },
        { value: 'json', label: 'JSON' },
      ],
    },
    sharedRows.webhook,
  ],
}

/** Text to embedding (service.md §Embeddings) of one text or a list. Limits are in tokens, which only the service can count. */
export const txt2embedding: Operation = {
  id: 'txt2embedding',
  inferenceTypes: ['txt2embedding'],
  name: 'Text to embedding',
  group: 'text',
  outputKinds: ['embedding'],
  viewer: 'embedding',
  path: 'txt2embedding',
  encoding: 'json',
  price: { path: 'txt2embedding/price-calculation', encoding: 'json' },
  titleField: 'input',
  exampleText: 'Fishing boats drawn up on a shingle beach at first light',
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
      acceptsTextFile: true,
      counter: true,
      maxTexts: 2048,
      tokenLimitKeys: { each: 'max_input_tokens', total: 'max_total_tokens' },
      placeholder: 'Text to embed',
    },
    sharedRows.webhook,
  ],
}
