import { existsSync } from 'node:fs';
import { clock } from './clock.ts';
import { findLead } from './lead-rows.ts';
import { notices } from './notices.ts';
import { signIn } from './sign-in.ts';
import { onSqlite } from './sql.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDeliveries } from './sqlite-deliveries.ts';
import { dayOfLead, sqliteFigures } from './sqlite-figures.ts';
import { LeadWriter } from './sqlite-lead-writer.ts';
import { SqliteLeads } from './sqlite-leads.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { erasedKnownMs, type Position } from './sqlite-overview.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { stats } from './stats.ts';
import { derivedFrom, type Store, StoreUnavailable } from './store.ts';
import { telegram } from './telegram.ts';

/** Two processes that start together wait for each other's migration, however slow the disk. */
const migrationPatienceMs = 15_000;

/** 5,504 characters (contract/submission.ts) of up to four bytes, and a page of 4 KB in each index. */
const largestLeadBytes = 64_000;

/**
 * A file that was there and cannot be opened now, because the disk is full or broken, is no reason to end: it is opened
 * anew at each use. Meanwhile there are pages to be read, and people to be told.
 */
export async function openSqliteStore(file: string): Promise<Store> {
  const isNew = !existsSync(file);
  const connection = new SqliteConnection(file, (opened) => migrateSqlite(opened, file));
  try {
    await connection.patiently(() => connection.get('select 1'), migrationPatienceMs);
  } catch (error) {
    // Without a cause it is not the disk: a newer version has written it.
    if (isNew || !(error instanceof StoreUnavailable && error.cause)) {
      connection.close();
      throw error;
    }
  }
  return storeOn(connection, new SqliteReader(file));
}

function storeOn(db: SqliteConnection, reader: SqliteReader): Store {
  const writer = new LeadWriter(db);
  const leads = new SqliteLeads(db);
  const addLeads: Store['addLeads'] = (these) => writer.add(these);
  const leadPart: Store['leadPart'] = (filter, part) => reader.ask('part', filter, part);
  return {
    ...{ addLeads, leadPart, ...derivedFrom({ addLeads, leadPart }) },
    hasLeads: async () => db.get('select 1 from contact_submissions limit 1') !== undefined,

    async checkWritable() {
      // A damaged file may take everything but leads.
      await db.patiently(() => writer.try());
      await db.checkRoom(largestLeadBytes);
      const before = db.get<{ at: number }>('select checked_at as at from health');
      // A committed write, and a small one: while somebody reads, each makes the log longer, and a stranger may ask for it.
      await db.write('insert or replace into health (id, checked_at) values (1, ?)', Date.now());
      return before ? Date.now() - before.at : null;
    },

    waitingLeads: (limit) => reader.ask('waiting', limit),
    countLeads: (when) => reader.ask('counts', when),
    countSuspects: (when) => reader.ask('suspects', when),
    countClients: (since) => reader.ask('clients', since),
    sumLeads: (since) => reader.ask('sums', since),
    followLeads() {
      let seen: Position | null = null;
      return async () => {
        const { position, events } = await reader.ask('changesAfter', seen);
        seen = position;
        return events;
      };
    },
    findLead: (ref) => findLead(onSqlite(db), ref),
    changeLead: (ref, change, who) => leads.change(ref, change, who),
    eraseLead: (ref) => leads.erase(ref),
    eraseLeadsBefore: (time, channels) => leads.eraseBefore(time, channels),

    async clearTraces() {
      // Mostly there is nothing to do, and no thread to be started for it.
      const left = db.get(
        `select 1 from marks where name = 'erased' union all select 1 from erased_leads where at < ?`,
        Date.now() - erasedKnownMs,
      );
      if (left) await reader.ask('clearTraces');
    },

    stats: stats(onSqlite(db), dayOfLead),

    deliveries: new SqliteDeliveries(db),
    clock: clock(onSqlite(db)),
    signIn: signIn(onSqlite(db)),
    telegram: telegram(onSqlite(db)),
    notices: notices(onSqlite(db)),
    figures: sqliteFigures(db, reader),

    async close() {
      await writer.finish();
      await reader.close();
      db.close();
    },
  };
}
