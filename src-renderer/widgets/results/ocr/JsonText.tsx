import { useMemo } from 'react'
import { t } from '../../../i18n/t.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import { prettyJson } from '../text/prettyJson.ts'
import { useFileText } from '../text/useFileText.ts'
import { classes } from '../../../ui/classes.ts'
import sheetStyles from '../sheet.module.css'

/** The result as the service gave it: everything beside the text too, such as where each line stands. */
export function JsonText({ id }: { id: string }) {
  const { data, error } = useFileText(id)
  const text = useMemo(() => prettyJson(data?.text ?? ''), [data])
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return (
    // A scrolled box must be reached by the keyboard.
    <pre className={classes(sheetStyles.text, sheetStyles.code)} tabIndex={0}>
      {text}
    </pre>
  )
}
