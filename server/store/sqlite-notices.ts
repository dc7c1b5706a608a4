import {
  type ChannelState,
  daily,
  type Heard,
  latestHold,
  latestTold,
  type NoticeStore,
} from '../notices/notice-store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

type StateRow = Pick<ChannelState, 'pending' | 'dead' | 'givenUp' | 'lastError'> &
  Record<'failing' | 'delivered', number | null>;

export const sqliteNotices = (db: SqliteConnection): NoticeStore => ({
  async setRight(now, today) {
    const latest = latestTold(now).getTime();
    // Looked at first, as below.
    if (!db.get('select 1 from notices where told_at > ?', latest)) return;
    await db.writeAll(() => {
      db.run(
        'delete from notices where told_at > ? and key > ? and kind in (select value from json_each(?))',
        ...[latest, today, JSON.stringify(daily)],
      );
      db.run('update notices set told_at = ? where told_at > ?', now.getTime(), latest);
    });
  },

  async claim({ kind, key, channel, saying }, now, leaseMs) {
    // Looked at first: mostly there is nothing to tell, and the lock that leads are written under is not taken.
    const open = `told is not ? and (held_until is null or held_until <= ? or held_until > ?)`;
    const values = [saying, now.getTime(), latestHold(now).getTime()] as const;
    const known = db.get<{ open: number }>(
      `select ${open} as open from notices where kind = ? and key = ? and channel = ?`,
      ...[...values, kind, key, channel],
    );
    if (known?.open === 0) return null;
    const row = await db.patiently(() =>
      db.get<{ tries: number }>(
        `insert into notices (kind, key, channel, held_until, tries) values (?, ?, ?, ?, 1)
         on conflict (kind, key, channel) do update set held_until = excluded.held_until, tries = tries + 1
         where ${open} returning tries`,
        ...[kind, key, channel, now.getTime() + leaseMs, ...values],
      ),
    );
    return row?.tries ?? null;
  },

  async told({ kind, key, channel, saying }, now, quietMs = 0) {
    await db.write(
      `insert into notices (kind, key, channel, told, told_at, held_until) values (?, ?, ?, ?, ?, ?)
       on conflict (kind, key, channel) do update set
         told = excluded.told, told_at = excluded.told_at, held_until = excluded.held_until, tries = 0`,
      ...[kind, key, channel, saying, now.getTime(), quietMs > 0 ? now.getTime() + quietMs : null],
    );
  },

  async putOff({ kind, key, channel }, now, inMs) {
    await db.write(
      'update notices set held_until = ? where kind = ? and key = ? and channel = ?',
      ...[now.getTime() + inMs, kind, key, channel],
    );
  },

  async heard(kind, key) {
    const rows = db.all<Omit<Heard, 'at'> & { at: number }>(
      `select channel, told, told_at as at from notices
       where kind = ? and key = ? and told is not null order by channel`,
      ...[kind, key],
    );
    return rows.map(({ at, ...heard }) => ({ ...heard, at: new Date(at) }));
  },

  async lastTold(kind) {
    const row = db.get<{ at: number | null }>('select max(told_at) as at from notices where kind = ?', kind);
    return typeof row?.at === 'number' ? new Date(row.at) : null;
  },

  async channelStates(channels) {
    return channels.map((channel) => {
      const { failing, delivered, pending, dead, givenUp, lastError } = db.get<StateRow>(
        `select failing_since as failing, coalesce(given_up, 0) as givenUp,
           (select count(*) from deliveries where channel = name and state = 'pending') as pending,
           (select count(*) from deliveries where channel = name and state = 'dead') as dead,
           (select max(delivered_at) from deliveries where channel = name and state = 'delivered') as delivered,
           (select last_error from deliveries where channel = name and last_error is not null
            order by failed_at desc limit 1) as lastError
         from (select ? as name) left join channels on channel = name`,
        channel,
      ) as StateRow;
      return {
        ...{ channel, pending, dead, givenUp, lastError, owed: pending + dead > 0 },
        failingSince: failing === null ? null : new Date(failing),
        lastDeliveredAt: delivered === null ? null : new Date(delivered),
      };
    });
  },

  async deadLeads(channel, limit) {
    const rows = db.all<{ ref: string }>(
      `select s.ref from deliveries d join contact_submissions s on s.id = d.submission_id
       where d.channel = ? and d.state = 'dead' order by d.id desc limit ?`,
      ...[channel, limit],
    );
    return rows.map(({ ref }) => ref);
  },
});
