import { useLocation, useSearch } from 'wouter';
import { type ListQuery, readAddress, writeAddress } from './address.ts';

/** What is listed, and a way to list something else beside the same open lead. */
export function useListQuery() {
  const query = readAddress(useSearch());
  const [path, navigate] = useLocation();
  const list = (next: ListQuery) => navigate(path + writeAddress(next), { replace: true });
  return { query, list };
}
