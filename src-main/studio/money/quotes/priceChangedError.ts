import { jobErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** The problem of a price that is not the one that was shown. */
export const priceChangedError = (shown: Money, price: Money): StudioError =>
  new StudioError({ code: jobErrors.priceChanged, money: 'not_charged', params: { shown, price } })
