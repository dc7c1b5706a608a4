import type { LeadRow } from './lead-rows.ts';
import { type SearchTerm, searchText, trigrams } from './search-text.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** So many leads are indexed at once: visitors who write meanwhile wait for that long, some hundredths of a second. */
const batch = 200;
/** Taking a lead out of the index costs a thousand times what putting it in does: above this it is made anew. */
const mostTakenOut = 200;

export type Condition = { sql: string; values: (string | number)[] };

/** Without 'secure-delete' pieces of an erased lead would stay in it. */
export const searchIndex = `
  create virtual table lead_search using
    fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
  insert into lead_search (lead_search, rank) values ('secure-delete', 1);`;

/**
 * The index of three-character pieces over the leads' texts. It is made behind the leads, in order of their ids: the
 * leads above `indexedUpTo` are read one by one until it has caught up. Ids are never given twice.
 */
export class SqliteSearch {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  indexedUpTo(): number {
    const row = this.#db.get<{ id: number }>(
      'select rowid as id from lead_search order by rowid desc limit 1',
    );
    return row?.id ?? 0;
  }

  /** Answers whether there may be more to do. */
  indexNext(): boolean {
    return this.#db.transaction(() => {
      const rows = this.#db.all<LeadRow>(
        'select * from contact_submissions where id > ? order by id limit ?',
        ...[this.indexedUpTo(), batch],
      );
      for (const row of rows)
        this.#db.run('insert into lead_search (rowid, text) values (?, ?)', row.id, searchText(row));
      return rows.length === batch;
    });
  }

  /** One lead, or all of them when that is cheaper; answers whether there is more to do. */
  takeOutErased(): boolean {
    return this.#db.transaction(() => {
      this.#db.run(
        `update erased_leads set in_index = 0
         where in_index = 1 and not exists (select 1 from lead_search where rowid = submission_id)`,
      );
      const erased = this.#db.all<{ id: number }>(
        'select submission_id as id from erased_leads where in_index = 1 limit ?',
        mostTakenOut,
      );
      if (erased.length === mostTakenOut) {
        this.#db.exec(`drop table lead_search; ${searchIndex}`);
        this.#db.run('update erased_leads set in_index = 0');
        return false;
      }
      const [next] = erased;
      if (!next) return false;
      this.#db.run('delete from lead_search where rowid = ?', next.id);
      this.#db.run('update erased_leads set in_index = 0 where submission_id = ?', next.id);
      return erased.length > 1;
    });
  }
}

/** What a lead found by these terms fulfils, the index standing in the query as `i`. */
export function foundByIndex(terms: readonly SearchTerm[]): Condition {
  // A form of one or two characters has no piece of three: its term is left to the text.
  const pieces = terms
    .map((forms) => forms.map(trigrams))
    .filter((forms) => forms.every((form) => form.length > 0))
    .map((forms) => `(${forms.map((form) => `(${form.map(quoted).join(' AND ')})`).join(' OR ')})`);
  // The pieces may stand anywhere in it: the text has the last word.
  const inText = terms.map((forms) => `(${forms.map(() => 'instr(i.text, ?)').join(' or ')})`);
  return {
    sql: [...(pieces.length > 0 ? ['lead_search match ?'] : []), ...inText].join(' and '),
    values: [...(pieces.length > 0 ? [pieces.join(' AND ')] : []), ...terms.flat()],
  };
}

const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
