import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { adaptValues } from '../values/adaptValues.ts'
import { checkValues, completeValues, withDefaults } from '../values/checkValues.ts'
import { txt2audio } from '../rows/audioOperations.ts'

const voice = (slug: string, name: string, gender: string | null = null) => ({ slug, name, gender })
const languages = [
  { slug: 'en', name: 'English', voices: [voice('ann', 'Ann', 'f'), voice('bob', 'Bob', 'm')] },
  { slug: 'de', name: 'Deutsch', voices: [voice('eva', 'Eva')] },
  { slug: 'la', name: 'Latin', voices: [] },
]
const clone = { supports_voice_clone: true }
const formOf = (facts: Parameters<typeof modelRecord>[0] = {}) =>
  buildForm(txt2audio, modelRecord({ languages, ...facts }))
const check = (values: Values, facts: Parameters<typeof modelRecord>[0] = {}) => {
  const form = formOf(facts)
  return checkValues(form, withDefaults(form, { text: 'Hello', ...values }))
}

test('offers the languages and voices of the model with defaults by slug or label', () => {
  const form = formOf({ defaults: { lang: 'English', voice: 'Bob' } })
  expect(form.fields.find(({ kind }) => kind === 'voice')).toMatchObject({
    languages: [
      {
        value: 'en',
        label: 'English',
        voices: [
          { value: 'ann', label: 'Ann', gender: 'f' },
          { value: 'bob', label: 'Bob', gender: 'm' },
        ],
      },
      { value: 'de' },
      { value: 'la', voices: [] },
    ],
  })
  expect(form.defaults).toMatchObject({ lang: 'en', voice: 'bob' })
})

test('accepts only voices of the chosen language', () => {
  expect(check({ lang: 'de', voice: 'eva' })).toEqual([])
  expect(check({ lang: 'de', voice: 'ann' })).toEqual([{ field: 'voice', code: 'not_an_option' }])
  expect(check({ lang: 'fr' })).toEqual([{ field: 'lang', code: 'not_an_option' }])
  expect(check({ lang: 'la' })).toEqual([])
  expect(check({ lang: 'la', voice: null })).toEqual([])
})

test('the default voice of a model that lists none is offered and sent', () => {
  const facts = {
    languages: [
      { slug: 'en', name: 'English', voices: [] },
      { slug: 'la', name: 'Latin', voices: [] },
    ],
    defaults: { lang: 'la', voice: 'narrator' },
  }
  const form = formOf(facts)
  const complete = completeValues(form, { text: 'Hello' }, Math.random)
  expect(complete).toMatchObject({ lang: 'la', voice: 'narrator' })
  expect(checkValues(form, complete)).toEqual([])
  const [field] = form.fields.flatMap((candidate) => (candidate.kind === 'voice' ? [candidate] : []))
  expect(field?.languages[0]?.voices).toEqual([{ value: 'narrator', label: 'narrator', gender: null }])
})

test('selects the first voice of a chosen language', () => {
  const form = formOf()
  expect(withDefaults(form, { lang: 'de' })['voice']).toBe('eva')
  expect(withDefaults(form, { lang: 'la' })['voice']).toBe('')
  expect(withDefaults(form, {})['voice']).toBe('ann')
})

test.each([
  ['en', 'bob'],
  ['de', 'eva'],
])('a cleared voice becomes one of the chosen language %s, if possible the default', (lang, voice) => {
  const form = formOf({ defaults: { voice: 'bob' } })
  expect(withDefaults(form, { lang, voice: null })['voice']).toBe(voice)
})

test('replaces a voice of another model with one of the same language and reports it', () => {
  const { values, resets } = adaptValues(txt2audio, formOf(), { text: 'x', lang: 'de', voice: 'zoe' })
  expect(values).toMatchObject({ lang: 'de', voice: 'eva' })
  expect(resets).toEqual([{ field: 'voice', label: 'Voice', from: 'zoe', fromText: 'zoe', to: 'eva' }])
})

test('neither requires nor sends values of another voice mode', () => {
  const form = formOf({ features: clone })
  const entered = { text: 'Hello', mode: 'custom_voice', ref_text: 'As I said', instruct: 3 }
  expect(checkValues(form, withDefaults(form, entered))).toEqual([])
  const complete = completeValues(form, entered, Math.random)
  expect(Object.keys(complete).sort()).toEqual(
    ['format', 'lang', 'mode', 'sample_rate', 'speed', 'text', 'voice'].sort(),
  )
  const cloned = completeValues(form, { ...entered, mode: 'voice_clone' }, Math.random)
  expect(Object.keys(cloned)).not.toContain('voice')
  expect(checkValues(form, cloned)).toEqual([{ field: 'ref_audio', code: 'required' }])
})

test.each([
  [{}, ['custom_voice']],
  [clone, ['custom_voice', 'voice_clone']],
  [{ supports_custom_voice: false, supports_voice_design: true }, ['voice_design']],
  [{ supports_custom_voice: false }, ['custom_voice']],
])('with the features %j, offers the voice modes %j', (features, modes) => {
  const field = formOf({ features }).fields.find(({ name }) => name === 'mode')
  expect(field?.kind === 'choice' && field.options.map(({ value }) => value)).toEqual(modes)
})

test('uses the default language of a model without languages, or has no voice field', () => {
  const form = formOf({ languages: [], defaults: { lang: 'en', voice: 'default' } })
  expect(form.defaults).toMatchObject({ lang: 'en', voice: 'default' })
  expect(formOf({ languages: [] }).fields.map(({ kind }) => kind)).not.toContain('voice')
})
