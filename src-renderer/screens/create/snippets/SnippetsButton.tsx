import { lazy, Suspense, useState } from 'react'
import { NotebookText } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'

const SnippetsDialog = lazy(async () => ({ default: (await import('./SnippetsDialog.tsx')).SnippetsDialog }))

/** Opens the snippets. `areaId` is the DOM id of the text area whose selection a new snippet gets. */
export function SnippetsButton({ areaId }: { areaId: string }) {
  const [selectedText, setSelectedText] = useState<string>()
  return (
    <>
      <IconButton
        size="small"
        label={t('snippets.title')}
        icon={<NotebookText />}
        aria-haspopup="dialog"
        aria-expanded={selectedText !== undefined}
        onClick={() => setSelectedText(readSelection(areaId))}
      />
      {selectedText !== undefined && (
        <Suspense>
          <SnippetsDialog selectedText={selectedText} onClose={() => setSelectedText(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The selected text of a text area, which keeps its selection while a button has the focus. */
function readSelection(areaId: string): string {
  const area = document.getElementById(areaId)
  return area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : ''
}
