/** Ratings, tags, notes, saved searches, nested collections, and a log of changed results. */
export const migration0014 = `
ALTER TABLE assets ADD COLUMN rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5);
ALTER TABLE assets ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- Names are compared ignoring the case of ASCII letters. A tag is deleted with its last result.
CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  assets INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE asset_tags (
  asset_seq INTEGER NOT NULL REFERENCES assets(seq) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
  PRIMARY KEY (asset_seq, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX asset_tags_by_tag ON asset_tags(tag_id, asset_seq);
CREATE TRIGGER tags_added AFTER INSERT ON asset_tags BEGIN
  UPDATE tags SET assets = assets + 1 WHERE id = NEW.tag_id;
END;
CREATE TRIGGER tags_removed AFTER DELETE ON asset_tags BEGIN
  UPDATE tags SET assets = assets - 1 WHERE id = OLD.tag_id;
  DELETE FROM tags WHERE id = OLD.tag_id AND assets = 0;
END;

CREATE TABLE saved_searches (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  filter TEXT NOT NULL,
  sort TEXT NOT NULL
) STRICT;

-- A collection may be in another one that is in none.
ALTER TABLE collections ADD COLUMN parent_id TEXT REFERENCES collections(id) ON DELETE SET NULL;
ALTER TABLE collections ADD COLUMN cover_id TEXT REFERENCES assets(id) ON DELETE SET NULL;
-- For the foreign keys: deleting a result or a collection must not scan all collections.
CREATE INDEX collections_by_parent ON collections(parent_id);
CREATE INDEX collections_by_cover ON collections(cover_id);

-- Perceptual hashes of images, as two halves of 32 bits; null for an image that can't be decoded.
CREATE TABLE image_hashes (
  asset_seq INTEGER PRIMARY KEY REFERENCES assets(seq) ON DELETE CASCADE,
  high INTEGER,
  low INTEGER
) STRICT;
-- Images whose hash the window has yet to compute.
CREATE TABLE unhashed_images (
  asset_seq INTEGER PRIMARY KEY REFERENCES assets(seq) ON DELETE CASCADE
) STRICT;
INSERT INTO unhashed_images SELECT seq FROM assets WHERE role = 'result' AND kind = 'image';
CREATE TRIGGER hashes_missing AFTER INSERT ON assets WHEN NEW.role = 'result' AND NEW.kind = 'image' BEGIN
  INSERT INTO unhashed_images VALUES (NEW.seq);
END;

-- Results whose filterable values changed, so that the query thread reads only those again. Emptied at each start.
CREATE TABLE asset_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_seq INTEGER NOT NULL
) STRICT;
CREATE TRIGGER changes_inserted AFTER INSERT ON assets WHEN NEW.role = 'result' BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.seq);
END;
CREATE TRIGGER changes_updated AFTER UPDATE OF trashed_at, starred_at, rating, width, height, duration_ms, bytes ON assets
  WHEN NEW.role = 'result' BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.seq);
END;
CREATE TRIGGER changes_deleted AFTER DELETE ON assets WHEN OLD.role = 'result' BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (OLD.seq);
END;
CREATE TRIGGER changes_tagged AFTER INSERT ON asset_tags BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.asset_seq);
END;
CREATE TRIGGER changes_untagged AFTER DELETE ON asset_tags BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (OLD.asset_seq);
END;
CREATE TRIGGER changes_collected AFTER INSERT ON collection_assets BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (NEW.asset_seq);
END;
CREATE TRIGGER changes_uncollected AFTER DELETE ON collection_assets BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (OLD.asset_seq);
END;
-- An input of a new job is used.
CREATE TRIGGER changes_used AFTER INSERT ON job_inputs BEGIN
  INSERT INTO asset_changes (asset_seq) SELECT seq FROM assets WHERE id = NEW.asset_id AND role = 'result';
END;
CREATE TRIGGER changes_unused AFTER DELETE ON job_inputs BEGIN
  INSERT INTO asset_changes (asset_seq) SELECT seq FROM assets WHERE id = OLD.asset_id AND role = 'result';
END;
CREATE TRIGGER changes_of_job AFTER UPDATE OF price, seed, batch_id ON jobs
  WHEN NEW.price IS NOT OLD.price OR NEW.seed IS NOT OLD.seed OR NEW.batch_id IS NOT OLD.batch_id BEGIN
  INSERT INTO asset_changes (asset_seq) SELECT seq FROM assets WHERE job_id = NEW.id AND role = 'result';
END;
-- The number 0 stands for the names of tags and collections.
CREATE TRIGGER changes_tag_added AFTER INSERT ON tags BEGIN INSERT INTO asset_changes (asset_seq) VALUES (0); END;
CREATE TRIGGER changes_tag_renamed AFTER UPDATE OF name ON tags BEGIN INSERT INTO asset_changes (asset_seq) VALUES (0); END;
CREATE TRIGGER changes_tag_deleted AFTER DELETE ON tags BEGIN INSERT INTO asset_changes (asset_seq) VALUES (0); END;
CREATE TRIGGER changes_collection_added AFTER INSERT ON collections BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (0);
END;
CREATE TRIGGER changes_collection_renamed AFTER UPDATE OF name ON collections BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (0);
END;
CREATE TRIGGER changes_collection_deleted AFTER DELETE ON collections BEGIN
  INSERT INTO asset_changes (asset_seq) VALUES (0);
END;

-- For the position of a date in the library.
CREATE INDEX assets_by_date ON assets(created_at, seq) WHERE role = 'result' AND trashed_at IS NULL;
`
