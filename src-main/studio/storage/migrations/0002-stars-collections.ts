/** Stars, collections, and where results go. */
export const migration0002 = `
ALTER TABLE assets ADD COLUMN starred_at INTEGER;
-- With the bytes, so that stars are counted and weighed without reading a row.
CREATE INDEX assets_starred ON assets(seq, bytes) WHERE role = 'result' AND trashed_at IS NULL AND starred_at IS NOT NULL;

-- What they hold outside the trash is kept by triggers, so that no list of collections counts.
CREATE TABLE collections (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  assets INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

-- By the asset's place in the order of all, so that a page of a collection is one seek.
CREATE TABLE collection_assets (
  collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
  asset_seq INTEGER NOT NULL REFERENCES assets(seq) ON DELETE CASCADE,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (collection_id, asset_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_assets_by_asset ON collection_assets(asset_seq);

CREATE TRIGGER collected_in AFTER INSERT ON collection_assets BEGIN
  UPDATE collections SET assets = assets + 1, bytes = collections.bytes + a.bytes FROM assets a
    WHERE collections.id = NEW.collection_id AND a.seq = NEW.asset_seq AND a.trashed_at IS NULL;
END;
CREATE TRIGGER collected_out AFTER DELETE ON collection_assets BEGIN
  UPDATE collections SET assets = assets - 1, bytes = collections.bytes - a.bytes FROM assets a
    WHERE collections.id = OLD.collection_id AND a.seq = OLD.asset_seq AND a.trashed_at IS NULL;
END;
-- While the asset is still there to be counted out.
CREATE TRIGGER collected_gone BEFORE DELETE ON assets BEGIN
  DELETE FROM collection_assets WHERE asset_seq = OLD.seq;
END;
CREATE TRIGGER collected_over AFTER UPDATE OF bytes, trashed_at ON assets BEGIN
  UPDATE collections SET
    assets = assets + (NEW.trashed_at IS NULL) - (OLD.trashed_at IS NULL),
    bytes = bytes + iif(NEW.trashed_at IS NULL, NEW.bytes, 0) - iif(OLD.trashed_at IS NULL, OLD.bytes, 0)
    WHERE id IN (SELECT collection_id FROM collection_assets WHERE asset_seq = NEW.seq);
END;

-- Ids are never used again: what was capped and summed under one goes with it.
CREATE TRIGGER collections_forgotten AFTER DELETE ON collections BEGIN
  DELETE FROM budgets WHERE scope = 'collection:' || OLD.id;
  DELETE FROM spend_sums WHERE scope = 'collection:' || OLD.id;
END;

-- Where results go; a deleted collection's jobs go on without it.
ALTER TABLE jobs ADD COLUMN collection_id TEXT REFERENCES collections(id) ON DELETE SET NULL;
CREATE INDEX jobs_by_collection ON jobs(collection_id) WHERE collection_id IS NOT NULL;
ALTER TABLE batches ADD COLUMN collection_id TEXT REFERENCES collections(id) ON DELETE SET NULL;
CREATE INDEX batches_by_collection ON batches(collection_id) WHERE collection_id IS NOT NULL;

-- What is held now, for the caps of batches: few rows, whatever the history.
CREATE INDEX spend_held ON spend_sums(scope) WHERE kind = 'held' AND amount > 0;
`
