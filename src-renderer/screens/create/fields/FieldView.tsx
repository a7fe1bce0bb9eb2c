import { lazy, Suspense } from 'react'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BooleanInput } from './BooleanInput.tsx'
import { ChoiceInput } from './ChoiceInput.tsx'
import { LorasInput } from './LorasInput.tsx'
import { NumberInput } from './NumberInput.tsx'
import { ParametersInput } from './ParametersInput.tsx'
import { SeedInput } from './SeedInput.tsx'
import { SizeInput } from './SizeInput.tsx'
import { TextInput } from './TextInput.tsx'
import { UrlInput } from './UrlInput.tsx'

// Forms without files or voices do not wait for what these need.
const FileInput = lazy(async () => ({ default: (await import('../files/FileInput.tsx')).FileInput }))
const VoiceInput = lazy(async () => ({ default: (await import('../voice/VoiceInput.tsx')).VoiceInput }))

/** One field, drawn by its kind alone. */
export function FieldView({ field }: { field: Field }) {
  switch (field.kind) {
    case 'text':
      return <TextInput field={field} />
    case 'integer':
    case 'number':
      return <NumberInput field={field} />
    case 'size':
      return <SizeInput field={field} />
    case 'seed':
      return <SeedInput field={field} />
    case 'loras':
      return <LorasInput field={field} />
    case 'url':
      return <UrlInput field={field} />
    case 'choice':
      return <ChoiceInput field={field} />
    case 'boolean':
      return <BooleanInput field={field} />
    case 'parameters':
      return <ParametersInput field={field} />
    case 'file':
      return (
        <Suspense fallback={<Skeleton height={116} />}>
          <FileInput field={field} />
        </Suspense>
      )
    case 'voice':
      return (
        <Suspense fallback={<Skeleton height={112} />}>
          <VoiceInput field={field} />
        </Suspense>
      )
  }
}
