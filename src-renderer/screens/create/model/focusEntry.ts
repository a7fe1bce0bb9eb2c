import { MODEL_PICKER_ID } from '../ModelPicker.tsx'
import { entryId } from './useEntry.ts'

/** Focuses the control of an entry, opening the section that contains it. */
export function focusEntry(entry: string): void {
  const target = document.getElementById(entry === 'model' ? MODEL_PICKER_ID : entryId(entry))
  if (!target) return
  target.closest('details')?.setAttribute('open', '')
  target.scrollIntoView?.({ block: 'nearest' })
  target.focus()
}
