import { useState } from 'react'
import { NotebookText, Plus, Trash2 } from 'lucide-react'
import type { SavedSnippet } from '../../../../src-preload/contract/types/snippet.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { compareNames } from './completion.ts'
import { SnippetForm } from './SnippetForm.tsx'
import { SnippetText } from './SnippetText.tsx'
import { useSnippets } from './useSnippets.ts'
import styles from './snippets.module.css'

interface Props {
  /** The text that is selected in the field, which a new snippet gets. */
  selectedText: string
  onClose: () => void
}

/** The snippets by name: a click edits one. */
export function SnippetsDialog({ selectedText, onClose }: Props) {
  const [edited, setEdited] = useState<SavedSnippet | 'new'>()
  const { snippets, error, reload, save, remove } = useSnippets()
  if (edited !== undefined) {
    const replaced = edited === 'new' ? null : edited
    return (
      <SnippetForm
        snippet={replaced}
        initialText={selectedText}
        onClose={() => setEdited(undefined)}
        onSave={(snippet) => save(snippet, replaced?.id)}
      />
    )
  }
  return (
    <Dialog
      title={t('snippets.title')}
      onClose={onClose}
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          {t('snippets.new')}
        </Button>
      }
    >
      {error && !snippets ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : snippets === undefined ? (
        <Skeleton height={120} />
      ) : snippets.length === 0 ? (
        <EmptyState small icon={<NotebookText />} title={t('snippets.none')}>
          {t('snippets.none_help')}
        </EmptyState>
      ) : (
        <>
          <p className={textStyles.quiet}>{t('snippets.hint')}</p>
          <ul className={rowStyles.list} aria-label={t('snippets.title')}>
            {snippets.toSorted(compareNames).map((snippet) => (
              <li key={snippet.name} className={rowStyles.withAction}>
                <button
                  type="button"
                  className={classes(rowStyles.clickable, styles.snippet)}
                  onClick={() => setEdited(snippet)}
                >
                  <VisuallyHidden>{t('common.edit')}</VisuallyHidden>
                  <SnippetText snippet={snippet} />
                </button>
                <IconButton
                  size="small"
                  label={t('snippets.delete', { name: snippet.name })}
                  icon={<Trash2 />}
                  onClick={() => void remove(snippet)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
