/** Every address that is no page. */
export const inboxPath = '/inbox';
export const inboxApiPath = '/inbox/api';
/** Supabase's REST API: its tables. */
export const restPath = '/rest/v1';
/** For inserting into a Supabase (PostgREST) table, which our server imitates. */
export const submissionTable = 'contact_submissions';
export const submissionPath = `${restPath}/${submissionTable}`;
/** The beacon posts a click's name, the language and the value of `X-Attribution` here, separated by spaces; or only the name of a failure. */
export const clickPath = '/click';
export const healthPath = '/healthz';
export const deliveriesHealthPath = '/healthz/deliveries';
