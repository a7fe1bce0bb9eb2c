import { isRecord } from '../isRecord.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'

/** Checks `loras`: objects of a name the model lists and a weight from 0 (spec.md §txt2img, facts.md §1.2). */
export function checkLoras(value: unknown, model: SandboxModel | null): Record<string, string[]> {
  if (!Array.isArray(value)) return {}
  if (value.length > 0 && model && !model.loras) {
    return { loras: ['The selected model does not support LoRAs.'] }
  }
  const errors: Record<string, string[]> = {}
  for (const [index, entry] of value.entries()) {
    const at = `loras.${String(index)}`
    const { name, weight }: Record<string, unknown> = isRecord(entry) ? entry : {}
    if (typeof name !== 'string') errors[`${at}.name`] = [`The ${at}.name field is required.`]
    else if (model && !model.loras?.some((lora) => lora.name === name)) {
      errors[`${at}.name`] = [`The selected ${at}.name is invalid.`]
    }
    if (typeof weight !== 'number') errors[`${at}.weight`] = [`The ${at}.weight field must be a number.`]
    else if (weight < 0) errors[`${at}.weight`] = [`The ${at}.weight field must be at least 0.`]
  }
  return errors
}
