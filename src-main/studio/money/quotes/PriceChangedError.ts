import { jobErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'

/** `price_changed`: a price differs from the one that was shown. */
export class PriceChangedError extends StudioError {
  readonly shown: Money
  readonly price: Money

  constructor(shown: Money, price: Money) {
    super({ code: jobErrors.priceChanged, money: 'not_charged', params: { shown, price } })
    this.shown = shown
    this.price = price
  }
}
