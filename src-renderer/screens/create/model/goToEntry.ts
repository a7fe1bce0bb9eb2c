import { MODEL_PICKER_ID } from '../ModelPicker.tsx'
import { entryId } from './useEntry.ts'

/** Puts the focus where a reason can be put right, opening what hides it. */
export function goToEntry(entry: string): void {
  const target = document.getElementById(entry === 'model' ? MODEL_PICKER_ID : entryId(entry))
  if (!target) return
  target.closest('details')?.setAttribute('open', '')
  target.scrollIntoView?.({ block: 'nearest' })
  target.focus()
}
