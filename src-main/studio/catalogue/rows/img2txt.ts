import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

/** Image to text (service.md §Transcription, OCR and image tools): the price depends on the number of pixels. */
export const img2txt: Operation = {
  id: 'img2txt',
  types: ['img2txt'],
  name: 'Image to text (OCR)',
  group: 'text',
  output: ['text'],
  viewer: 'ocr',
  path: 'img2txt',
  encoding: 'multipart',
  price: { path: 'img2txt/price-calculation', encoding: 'multipart' },
  title: 'image',
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
