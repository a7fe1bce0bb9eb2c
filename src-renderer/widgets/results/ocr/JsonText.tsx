import { useMemo } from 'react'
import { t } from '../../../i18n/t.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { LoadFailure } from '../../LoadFailure.tsx'
import { prettyJson } from '../text/prettyJson.ts'
import { useFileText } from '../text/useFileText.ts'
import { classes } from '../../../ui/classes.ts'
import sheetStyles from '../sheet.module.css'

/** The JSON as the service returned it, including data besides the text, for example the position of each line. */
export function JsonText({ id }: { id: string }) {
  const { data, error } = useFileText(id)
  const text = useMemo(() => prettyJson(data?.text ?? ''), [data])
  if (error) return <LoadFailure error={error} />
  if (!data) return <Spinner label={t('common.loading')} />
  return (
    // A scrollable element must be reachable by keyboard.
    <pre className={classes(sheetStyles.text, sheetStyles.code)} tabIndex={0}>
      {text}
    </pre>
  )
}
