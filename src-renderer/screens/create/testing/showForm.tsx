import { useState } from 'react'
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

/** A form of the task "task", for tests. */
export const makeForm = (overrides: Partial<Form>): Form => ({
  operation: 'task',
  model: { slug: 'one', name: 'One' },
  fields: [],
  defaults: {},
  ...overrides,
})

/** The fields of a form as in Create, with the current draft. */
export function ShownForm({ form, issues = [] }: { form: Form; issues?: Issue[] }) {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <FormContext value={{ form, issues }}>
        <FormFields form={form} />
      </FormContext>
    </QueryClientProvider>
  )
}

/** Renders the fields of a form with a new draft. Returns a function that reads its values. */
export function showForm({ fields, defaults = {}, values = {}, issues = [], bridge }: Options): () => Values {
  setBridge(bridge)
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.setState({ isLoaded: true, operation: 'task', values: { task: { ...defaults, ...values } } })
  render(<ShownForm form={makeForm({ fields, defaults })} issues={issues} />)
  return () => draftStore.getState().values['task'] ?? {}
}
