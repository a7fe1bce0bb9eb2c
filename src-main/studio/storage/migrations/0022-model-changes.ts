/**
 * What the user knows of each model, so that its changes can be reported once: the record and the state when it was
 * last used or its changes were dismissed. `known_record` is NULL for a new model that was not reported yet. The prices
 * are those of its last request.
 */
export const migration0022 = `
ALTER TABLE models ADD COLUMN known_record TEXT;
ALTER TABLE models ADD COLUMN known_delisted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE models ADD COLUMN price_job TEXT;
ALTER TABLE models ADD COLUMN known_price INTEGER;
ALTER TABLE models ADD COLUMN checked_price INTEGER;
ALTER TABLE models ADD COLUMN price_checked_at INTEGER;
UPDATE models SET known_record = record, known_delisted = vanished_at IS NOT NULL;
CREATE TRIGGER models_used AFTER INSERT ON jobs BEGIN
  UPDATE models SET known_record = record, known_delisted = vanished_at IS NOT NULL,
      price_job = NULL, known_price = NULL, checked_price = NULL, price_checked_at = NULL
    WHERE connection_id = NEW.connection_id AND slug = NEW.model_slug
      AND (known_record IS NOT record OR known_delisted <> (vanished_at IS NOT NULL) OR price_job IS NOT NULL);
END;
`
