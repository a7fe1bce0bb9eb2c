import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Field, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { setBridge } from '../../../host/bridge.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { FormFields } from '../fields/FormFields.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { FormContext } from '../model/useForm.ts'

interface Options {
  fields: Field[]
  defaults?: Values
  values?: Values
  issues?: Issue[]
  bridge: Bridge
}

/** Renders the fields of a form with a new draft. Returns a function that reads its values. */
export function showForm({ fields, defaults = {}, values = {}, issues = [], bridge }: Options): () => Values {
  const form: Form = { operation: 'task', model: { slug: 'one', name: 'One' }, fields, defaults }
  setBridge(bridge)
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.setState({ isLoaded: true, operation: 'task', values: { task: { ...defaults, ...values } } })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <FormContext value={{ form, issues }}>
        <FormFields form={form} />
      </FormContext>
    </QueryClientProvider>,
  )
  return () => draftStore.getState().values['task'] ?? {}
}
