import { createContext, use } from 'react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'

interface OpenForm {
  form: Form
  issues: readonly Issue[]
}

export const FormContext = createContext<OpenForm | null>(null)

export function useForm(): OpenForm {
  const open = use(FormContext)
  if (!open) throw new Error('useForm is called outside of a form')
  return open
}
