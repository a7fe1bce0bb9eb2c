import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from '../model/FormContext.ts'
import fieldStyles from '../../../ui/field.module.css'
import choiceStyles from './fields.module.css'
import { FieldView } from './FieldView.tsx'

/** Fields of which exactly one is sent: a choice between them, and the chosen one below. The others keep their values. */
export function OneOf({ fields, chosen }: { fields: Field[]; chosen: Field }) {
  const { form } = useForm()
  return (
    <div className={fieldStyles.form}>
      <Segmented
        label={t('create.source')}
        className={choiceStyles.segmented}
        value={chosen.name}
        options={fields.map(({ name, label }) => ({ value: name, label }))}
        onValueChange={(field) => draftStore.getState().pick(form.operation, field)}
      />
      <FieldView key={chosen.name} field={chosen} />
    </div>
  )
}
